/** Policies for reading a reply, the default one first. */
export const PRESETS = ['stepgate', 'partial', 'strict'];
