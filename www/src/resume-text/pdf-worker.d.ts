/** The script of the worker that reads a PDF, which exports nothing. */
export {};
