import type { Lang, Tool, Words } from '../index.js';

/**
 * The files a stepper works on, in IndexedDB. Every change is one transaction with what was there before, so that it can be undone; tabs
 * hear of each other's.
 *
 * ```js
 * import { open } from 'stepgate'
 * import { openWorkspace, workspaceTools } from 'stepgate/workspace'
 *
 * const workspace = openWorkspace('my-app')
 * await workspace.importFiles(input.files)                       // a folder or single files; a zip: importZip(bytes)
 * const agent = await open({ agent: 'stepper', id, model, store, tools: workspaceTools(workspace) })
 * workspace.subscribe(({ paths }) => show(paths))
 * await workspace.undo()                                         // the newest change is taken back
 * ```
 */
export function openWorkspace(name: string, options?: WorkspaceOptions): Workspace;

/** The same without a database: it lasts as long as the page. */
export function memoryWorkspace(files?: { [path: string]: string | Uint8Array }, options?: WorkspaceOptions): Workspace;

/**
 * The stepper's host tools over a workspace. A write is done once for its key, whatever is asked again, and says so when it is asked whether it was done.
 * `lang`: of what failed calls say; default `en`. `timeoutMs`: after which a call counts as failed, or a function that says it for each call (a stepper's
 * `view.data.limits.tool_ms`); default 60,000.
 */
export function workspaceTools(workspace: Workspace, options?: { lang?: Lang; timeoutMs?: number | (() => number) }): { read_file: Tool; write_file: Tool; list_files: Tool };

export interface WorkspaceOptions {
  /** Nothing can be changed. */
  readOnly?: boolean;
  /** The most bytes of all files together. Default: `LIMITS.total`. */
  maxBytes?: number;
}

/**
 * Paths are relative, with `/` between their parts: `src/main.py`. `\` is read as `/`; a leading `./` and empty parts go. An absolute path,
 * one with `..`, with control characters or such as turn the direction of text, or one of more than 200 characters is `invalid_path`. Every method rejects with a `WorkspaceError`, or a `StoreError` where
 * the browser's storage fails; then nothing has changed.
 */
export interface Workspace {
  readonly name: string;
  readonly readOnly: boolean;
  /** A file's text. */
  read(path: string): Promise<string>;
  /** A file as it is, also one that is no text or too large to be read as one. */
  readBytes(path: string): Promise<Uint8Array>;
  /** Writes a file. With `key`: once; asked again it answers as then, with `already_done`. */
  write(path: string, content: string | Uint8Array, options?: { key?: string; signal?: AbortSignal }): Promise<Written>;
  /** Whether the write of this key was done, and what it answered. */
  written(key: string): Promise<Written | undefined>;
  /** Takes a file away, or a folder with all that is in it. */
  remove(path: string): Promise<void>;
  /** The paths in a folder and the folders below it that fit a pattern, sorted. `*` and `?` stay within a name, `**` does not; a pattern without `/` is that of a name. */
  list(dir?: string, pattern?: string): Promise<string[]>;
  /** All files, sorted by path, without their content. */
  files(): Promise<FileInfo[]>;
  size(): Promise<{ files: number; bytes: number }>;

  /** The changes that can be undone, newest last. Bounded: see `LIMITS`. */
  changes(): Promise<Change[]>;
  /** What a change did to each of its files; `undefined` where it is not known any more. */
  compare(id: number): Promise<Compared[] | undefined>;
  /**
   * Takes a change back, by default the newest, and answers with it; `undefined`: there is none. `changed_since` where one of its files was changed again,
   * `quota` where what comes back has no room any more.
   */
  undo(id?: number): Promise<Change | undefined>;
  /** The changes that were taken back and can be made again, in the order in which they were made. One whose files were changed since is gone. */
  undone(): Promise<Change[]>;
  /** Makes a change again that was taken back, by default the first of `undone()`; errors as of `undo`. */
  redo(id?: number): Promise<Change | undefined>;
  /** Is told of every change, of other tabs too. Answers with the way to end that. */
  subscribe(listener: (news: { paths: string[] }) => void): () => void;

  /** Takes files in: of `<input type="file" multiple webkitdirectory>`, of a drop, or a folder from `showDirectoryPicker()`. One change. */
  importFiles(files: Iterable<File> | ArrayLike<File> | FileSystemDirectoryHandle, options?: ImportOptions): Promise<Imported>;
  /** Takes the files of a zip in. One that `exportZip` made comes back whole with `{ noise: true }`. */
  importZip(zip: Uint8Array | ArrayBuffer | Blob, options?: ImportOptions): Promise<Imported>;
  /** All files as a zip, whatever their names. */
  exportZip(): Promise<Uint8Array>;
  /** Takes everything away, what could be undone too. */
  clear(): Promise<void>;
  /** Ends the news and gives the connection back; what is asked of it later opens another. */
  close(): void;
}

export interface ImportOptions {
  /** A folder to put the files in. */
  into?: string;
  /** Takes in what nobody means to bring along, too: see `SkipReason`. Default: false. */
  noise?: boolean;
}

export interface FileInfo {
  path: string;
  /** Bytes, as UTF-8 where it is text. */
  size: number;
  /** Whether it is text. */
  text: boolean;
  changed_ms: number;
}

/** `change`: its number in `changes()`. */
export interface Written { path: string; size: number; created: boolean; change: number; already_done?: true }

/** `key`: an agent's write. `taken`: bytes that are kept so that it can be undone. */
export interface Change { id: number; at_ms: number; kind: 'written' | 'removed' | 'imported'; paths: string[]; key?: string; taken: number }

/** `null`: there was no file, or there is none. Bytes: it is no text. */
export interface Compared { path: string; before: string | Uint8Array | null; after: string | Uint8Array | null }

/** What an import did; nothing is left out silently. */
export interface Imported { added: string[]; replaced: string[]; skipped: { path: string; reason: SkipReason }[] }

/**
 * `invalid_path`: its path is none (see `Workspace`), or a file would be a folder, too. `twice`: another of the same name came before. `symlink`, `encrypted`, `broken`, `unsupported`
 * (a way of packing): in a zip. `too_large`: over `LIMITS.imported`. `too_many`: over `LIMITS.files`. `quota`: it would be over the total. `noise`: `.DS_Store` and the like, `.git`, `node_modules`,
 * in whatever case, in what was chosen: where `into` leads is not looked at.
 */
export type SkipReason = 'invalid_path' | 'twice' | 'symlink' | 'encrypted' | 'broken' | 'unsupported' | 'too_large' | 'too_many' | 'quota' | 'noise';

/** Bytes, characters and counts. `text`: of a file that is read or written; `imported`: of one that is taken in; `changes` and `taken`: what is kept for `undo`. */
export const LIMITS: Readonly<{ path: number; text: number; imported: number; files: number; total: number; changes: number; taken: number }>;

/** `fatal`: trying again is of no use. */
export class WorkspaceError extends Error {
  readonly code: 'not_found' | 'too_large' | 'not_text' | 'quota' | 'read_only' | 'timeout' | 'invalid_path' | 'invalid_params' | 'changed_since' | 'not_zip' | 'cancelled';
  readonly fatal: boolean;
  readonly text: Words;
}
