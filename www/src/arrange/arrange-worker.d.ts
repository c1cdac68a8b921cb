/** The script of the optimiser's worker, which exports nothing. */
export {};
