import type { StepgateError } from '../index.js';
/**
 * Turns a file into text: PDF by `pdfjs-dist`, Word (.docx) and plain text by itself. A separate entry: an application that takes PDF files
 * installs the library (`npm install pdfjs-dist`), which is loaded when a file needs it. A PDF is read in a worker, so that none freezes the
 * page; where none can be started, it is read in the page's own thread.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { guide } from 'stepgate/guide'
 * import { resumeText } from 'stepgate/resume-text'
 * const { text, notes } = await resumeText(file)
 * await openSession({ agent: guide, id, model, store, input: { resume_text: text, user_intent } })
 * ```
 *
 * @throws {ResumeTextError} if the file gives no text
 */
export function resumeText(file: Blob | Uint8Array, options?: ResumeTextOptions): Promise<ResumeText>;

/** The options of `resumeText`, none of which is needed. */
export interface ResumeTextOptions {
  /** Called before each page of a PDF is read, with the number of the `page` and of all `pages`, and once for other files. What it throws is reported as the page's own error, and the file is read on. */
  onProgress?(done: { page: number; pages: number }): void;
  /** Stops the work; then the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Address of the folder `cmaps` of `pdfjs-dist`, with a slash at its end. Some PDF files in Chinese, Japanese or Korean need it. */
  cMapUrl?: string;
  /** Largest file, in bytes. Default 10 MB. */
  maxBytes?: number;
  /** Most pages of a PDF. Default 30. */
  maxPages?: number;
  /** Most characters of text. Default 1,000,000. */
  maxCharacters?: number;
  /** Longest time that a PDF is read for, in a worker. Default 20,000. */
  timeoutMs?: number;
  /** Makes the worker for PDF files, which runs `stepgate/resume-text/worker`: for a bundler that does not find `new Worker(new URL(…))`, or a page with Trusted Types. */
  worker?(): Worker;
}

/** The text of a file. */
export interface ResumeText {
  /**
   * The text in NFC, with a line for each line of the file. PDF: columns one after the other; what stands at the edge of a line, such as dates,
   * follows it after two blanks. Word: headers first, then the text with its text boxes, footnotes and endnotes, footers last.
   */
  text: string;
  /** The kind of the file, by its content. */
  kind: 'pdf' | 'docx' | 'text';
  /** Parts that are left out of the text; empty if nothing is. */
  notes: ResumeNote[];
}

/**
 * A part that is left out of the text, by its `code`, and how many of them there are (`count`).
 * - `hidden`, `deleted`: characters of a Word file that are marked as hidden, or deleted under review.
 * - `comments`: lines of its comments. `pictures`: pictures in it; text in a picture is none.
 * - `pages_without_text`: pages of a PDF, for example scanned ones, beside others with text.
 * - `symbols`: letters of a font's own, as icons are. `marks`: accents and the like beyond 30 on one letter.
 */
export interface ResumeNote {
  code: 'hidden' | 'deleted' | 'comments' | 'pictures' | 'pages_without_text' | 'symbols' | 'marks';
  count: number;
}

/** A file that gives no text. `message` says so in English; a page has words of its own for each `code`. */
export class ResumeTextError extends StepgateError {
  constructor(code: ResumeTextError['code'], message: string, cause?: unknown);
  name: 'ResumeTextError';
  /**
   * `format`: neither PDF nor .docx nor text in UTF-8. `old_word`: a .doc file of Word 97–2003. `too_large`: more bytes, pages or characters
   * than allowed, or it unpacks to too much. `too_slow`: reading it takes longer than allowed. `password`: the PDF asks for one. `no_text`: a scan, or an empty file. `unreadable`: the file is broken.
   * `not_installed`: the library for this format is missing.
   */
  code: 'format' | 'old_word' | 'too_large' | 'too_slow' | 'password' | 'no_text' | 'unreadable' | 'not_installed';
}
