import type { Lang, StoreError, Tool, Words, StepgateError } from '../index.js';

/**
 * The files a stepper works on, stored in IndexedDB. Each change is one transaction that also keeps the earlier contents, so that it can be
 * undone. Tabs tell each other about changes.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { stepper } from 'stepgate/stepper'
 * import { openWorkspace, workspaceTools } from 'stepgate/workspace'
 *
 * const workspace = openWorkspace('my-app')
 * await workspace.importFiles(input.files)                       // a folder or single files; a zip: importZip(bytes)
 * const session = await openSession({ agent: stepper, id, model, store, tools: workspaceTools(workspace) })
 * workspace.subscribe(({ paths }) => show(paths))
 * const undone = await workspace.undo()                          // undoes the newest change
 * if (undone) await session.edit({ undone: undone.paths })         // and tells the agent
 * ```
 */
export function openWorkspace(name: string, options?: WorkspaceOptions): Workspace;

/** A workspace in memory, for the lifetime of the page. */
export function memoryWorkspace(files?: { [path: string]: string | Uint8Array }, options?: WorkspaceOptions): Workspace;

/**
 * The stepper's host tools over a workspace. A write is done once for its key, however often the call is repeated, and its status says
 * whether it
 * was done. Before a card is shown, it tells the session of files that are there and whose text the card does not show (the edit `found`).
 * It replaces a file only with `replaces: true` among its arguments, which the stepper gives after an approval that said so; else it
 * fails with `exists`. `lang`: language of error texts; default `en`. `timeoutMs`: time after which a call fails, or a function that gives it for each
 * call (a
 * stepper's `view.data.limits.tool_ms`); default 60,000.
 */
export function workspaceTools(workspace: Workspace, options?: { lang?: Lang; timeoutMs?: number | (() => number) }): {
  /** Gives the text of a file. */
  read_file: Tool;
  /** Writes a file. */
  write_file: Tool;
  /** Lists the paths of files, by a pattern if there is one. */
  list_files: Tool;
};

/** The options of a workspace, none of which is needed. */
export interface WorkspaceOptions {
  /**
   * Called once if the browser has lost the files (`erased`) or the last changes (`set_back`). Without it the first call rejects with that
   * `StoreError`; later ones go on with what is there. `memoryWorkspace` never calls it.
   */
  onLoss?: (loss: StoreError) => void;
  /** Whether all changes are refused (`read_only`). Default: false. */
  readOnly?: boolean;
  /** Most bytes of all files together. Default: `LIMITS.total`. */
  maxBytes?: number;
}

/**
 * Paths are relative, with `/` between their parts: `src/main.py`. `\` is read as `/`; a leading `./` and empty parts are dropped. A path
 * is
 * `invalid_path` if it is absolute, contains `..`, control characters or marks that change the direction of text, or has more than 200
 * characters.
 * Every method rejects with a `WorkspaceError`, or with a `StoreError` if the browser's storage fails; then nothing has changed.
 */
export interface Workspace {
  /** Its name: the given one; of a workspace in memory a random one. */
  readonly name: string;
  /** Whether it refuses all changes. */
  readonly readOnly: boolean;
  /** A file's text. */
  read(path: string): Promise<string>;
  /** A file's bytes, also of a file that is no text or too large to be read as text. */
  readBytes(path: string): Promise<Uint8Array>;
  /**
   * Writes a file. With `key` at most once: a repeated call gives the first answer, with `already_done`. With `ifAbsent` a file that is there
   * already is not replaced: rejects with `exists`. `signal`: aborted, it rolls the write back, and rejects with the reason.
   */
  write(path: string, content: string | Uint8Array, options?: { key?: string; signal?: AbortSignal; ifAbsent?: boolean }): Promise<Written>;
  /** The answer of the write with this key; undefined if it was not done. */
  written(key: string): Promise<Written | undefined>;
  /** Removes a file, or a folder with everything in it. */
  remove(path: string): Promise<void>;
  /**
   * Sorted paths of files that match a pattern, in a folder and the folders below it. `*` and `?` match within a name, `**` across names; a
   * pattern without `/` matches a name.
   */
  list(dir?: string, pattern?: string): Promise<string[]>;
  /** All files, sorted by path, without their content. */
  files(): Promise<FileInfo[]>;
  /** Number of `files`, and their `bytes` together. */
  size(): Promise<{ files: number; bytes: number }>;

  /** The changes that can be undone, newest last. Their number is limited: see `LIMITS`. */
  changes(): Promise<Change[]>;
  /** Effect of a change on each of its files; `undefined` if the change is no longer known. */
  compare(id: number): Promise<Compared[] | undefined>;
  /**
   * Undoes a change, by default the newest, and gives it back; `undefined` if there is none. Rejects with `changed_since` if one of its
   * files was
   * changed again, with `quota` if the restored files do not fit.
   */
  undo(id?: number): Promise<Change | undefined>;
  /**
   * The undone changes that can be redone, in the order in which they were made. A later change of the same files removes them from the
   * list.
   */
  undone(): Promise<Change[]>;
  /** Redoes an undone change, by default the first of `undone()`; errors as for `undo`. */
  redo(id?: number): Promise<Change | undefined>;
  /** Calls the listener for every change, also those of other tabs, with the `paths` that have changed. Gives a function that removes the listener. */
  subscribe(listener: (news: { paths: string[] }) => void): () => void;

  /** Imports files in one change: those of `<input type="file" multiple webkitdirectory>`, or of a drop. */
  importFiles(files: Iterable<File> | ArrayLike<File>, options?: ImportOptions): Promise<Imported>;
  /**
   * Imports a folder of the disk in one change, from `showDirectoryPicker()`.
   *
   * @experimental Only browsers on Chromium have such folders.
   */
  importFiles(folder: FileSystemDirectoryHandle, options?: ImportOptions): Promise<Imported>;
  /** Imports the files of a zip. With `{ noise: true }` a zip of `exportZip` comes back complete. */
  importZip(zip: Uint8Array | ArrayBuffer | Blob, options?: ImportOptions): Promise<Imported>;
  /** All files as a zip, including those that an import would skip. */
  exportZip(): Promise<Uint8Array>;
  /** Removes everything, including the changes that could be undone. */
  clear(): Promise<void>;
  /** Removes all listeners and closes the connection. Later calls open a new one. */
  close(): void;
}

/** The options of an import, none of which is needed. */
export interface ImportOptions {
  /** Target folder. Default: the top. */
  into?: string;
  /** Also imports files that people rarely mean to import: see `SkipReason`. Default: false. */
  noise?: boolean;
}

/** A file without its content. */
export interface FileInfo {
  /** Its path. */
  path: string;
  /** Size in bytes; for text, as UTF-8. */
  size: number;
  /** Whether the content is text. */
  text: boolean;
  /** When it was changed last, in milliseconds since 1970. */
  changedMs: number;
}

/** Answer of a write: its `path`; the `size` in bytes; whether the file was `created`, or replaced; its number in `changes()` (`change`); `already_done` for a repeated call. */
export interface Written { path: string; size: number; created: boolean; change: number; already_done?: true }

/** A change: its number (`id`); when it was made (`at_ms`, in milliseconds since 1970); its `kind`; the `paths` that it changed; the `key` of an agent's write; the bytes kept to undo it (`taken`). */
export interface Change { id: number; at_ms: number; kind: 'written' | 'removed' | 'imported'; paths: string[]; key?: string; taken: number }

/** Content of the file at `path`, `before` and `after` a change. `null`: no file. Bytes: no text. */
export interface Compared { path: string; before: string | Uint8Array | null; after: string | Uint8Array | null }

/** Result of an import: paths that were `added`, those that were `replaced`, and every file that was left out (`skipped`), with its `path` and the `reason`. */
export interface Imported { added: string[]; replaced: string[]; skipped: { path: string; reason: SkipReason }[] }

/**
 * `invalid_path`: the path is not allowed (see `Workspace`), or a file would have the name of a folder. `twice`: another file of the same
 * name came before.
 * `symlink`, `encrypted`, `broken`, `unsupported` (compression method): in a zip. `too_large`: over `LIMITS.imported`. `too_many`: over
 * `LIMITS.files`.
 * `quota`: over the total. `noise`: `.DS_Store` and the like, `.git`, `node_modules`, in any case of letters; the target folder `into` is
 * not examined.
 */
export type SkipReason = 'invalid_path' | 'twice' | 'symlink' | 'encrypted' | 'broken' | 'unsupported' | 'too_large' | 'too_many' | 'quota' | 'noise';

/**
 * Limits in bytes, characters and counts. `path`: characters of a path (200); `text`: bytes of a file that is read or written as text (256 KB); `imported`: bytes of a file
 * that is imported (16 MB); `files`: their number (2,000); `total`: bytes of all files together (64 MB); `changes` and `taken`: number of changes (200) and bytes
 * (32 MB) of the history that `undo` uses.
 */
export const LIMITS: Readonly<{ path: number; text: number; imported: number; files: number; total: number; changes: number; taken: number }>;

/** Reason why a call failed. `fatal`: a second try cannot help. */
export class WorkspaceError extends StepgateError {
  constructor(code: WorkspaceError['code'], more?: { detail?: string; cause?: unknown });
  name: 'WorkspaceError';
  /** The reason, for programs. `detail` names the path, where there is one. */
  code: 'not_found' | 'too_large' | 'not_text' | 'quota' | 'read_only' | 'timeout' | 'invalid_path' | 'invalid_params' | 'exists' | 'changed_since' | 'not_zip' | 'cancelled';
  readonly fatal: boolean;
  /** For the user and the model, in both languages. */
  text: Words;
}
