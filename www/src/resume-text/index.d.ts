/**
 * Turns a file into text: PDF by `pdfjs-dist`, Word (.docx) by `mammoth`, plain text by the browser. A separate entry: an application
 * installs the libraries for the formats it wants (`npm install pdfjs-dist mammoth`), and each is loaded when a file needs it.
 *
 * ```js
 * import { open } from 'stepgate'
 * import { guide } from 'stepgate/guide'
 * import { resumeText } from 'stepgate/resume-text'
 * const { text } = await resumeText(file)
 * await open({ agent: guide, id, model, store, input: { resume_text: text, user_intent } })
 * ```
 *
 * @throws {ResumeTextError} if the file gives no text
 */
export function resumeText(file: Blob | Uint8Array, options?: ResumeTextOptions): Promise<ResumeText>;

export interface ResumeTextOptions {
  /** Called before each page of a PDF is read, and once for other files. What it throws is reported as the page's own error, and the file is read on. */
  onProgress?(done: { page: number; pages: number }): void;
  /** Stops the work; then the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Address of the folder `cmaps` of `pdfjs-dist`, with a slash at its end. Some PDF files in Chinese, Japanese or Korean need it. */
  cMapUrl?: string;
  /** Largest file, in bytes. Default 10 MB. */
  maxBytes?: number;
  /** Most pages of a PDF. Default 30. */
  maxPages?: number;
}

export interface ResumeText {
  /** The text in NFC, with a line for each line of the file. */
  text: string;
  kind: 'pdf' | 'docx' | 'text';
}

/** A file that gives no text. `message` says so in English; a page has words of its own for each `code`. */
export class ResumeTextError extends Error {
  /**
   * `format`: neither PDF nor .docx nor text in UTF-8. `old_word`: a .doc file of Word 97–2003. `too_large`: more bytes, or more pages,
   * than allowed. `password`: the PDF asks for one. `no_text`: a scan, or an empty file. `unreadable`: the file is broken.
   * `not_installed`: the library for this format is missing.
   */
  readonly code: 'format' | 'old_word' | 'too_large' | 'password' | 'no_text' | 'unreadable' | 'not_installed';
}
