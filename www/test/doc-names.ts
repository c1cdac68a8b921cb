// Names that the snippets of the documents use and do not declare: their reader provides them.
import type { Card, Json, Lang, Model, SessionOptions, OwnAgent, Store, ToolAgentData, View } from 'stepgate';
import type { Calendar, CalendarOptions } from 'stepgate/calendar';
import type { Draft } from 'stepgate/arrange';
import type { Resume } from 'stepgate/guide';

declare global {
  // the page
  const form: HTMLFormElement;
  const bar: HTMLProgressElement;
  const button: HTMLButtonElement;
  const file: File;
  const show: (...what: any[]) => void;
  const draw: (view: View, agent: object) => void;
  const render: (view: View) => void;
  const renderLive: (words: string) => void;
  const drawLive: (words: string) => void;
  const showCard: (card: Card | undefined) => void;
  const explain: (error: Error) => void;
  const send: (line: string) => void;
  const Conversation: (props: { blocks: View['blocks']; card?: Card; onSay: (text: string) => void }) => null;

  // sessions
  const model: Model;
  const store: Store;
  const baseUrl: string;
  const apiKey: string;
  const id: string;
  const sessions: Store;
  const options: SessionOptions;
  const worker: Worker;
  const glue: object;
  const input: any;
  const user_intent: string;
  const resume: Resume;
  const plan: { tasks: [] };
  const text: string;
  const seed: number;
  const nonce: string;
  const save: (changes: object) => void;
  const reconcile: (effect: object | undefined) => void;

  /** That of `@wllama/wllama`, whose own types only a bundler finds. */
  const Wllama: new (paths: object) => { loadModel(files: Blob[], options: object): Promise<void>; createChatCompletion(params: any): Promise<any> };

  // agents of one's own
  const planner: OwnAgent<any, ToolAgentData>;
  const search: (args: object) => Promise<object[]>;
  const book: (args: { flight: string }, key: string) => Promise<object>;
  const order: (args: object) => Promise<object>;
  const runTests: (args: object) => Promise<object>;
  const questions: (topic: string, lang: Lang) => string;
  const writing: (memory: { facts: string[] }) => string;
  const flight: Json;
  const spy: () => Json;
  const test: (name: string, run: () => Promise<void>) => void;
  const expect: (value: unknown) => { toEqual(other: unknown): void; toHaveBeenCalledTimes(times: number): void };

  // calendars
  const calendar: Calendar;
  const records: Calendar;
  const clock: CalendarOptions['clock'];
  const draft: Draft;
}
