/** Policies for reading a reply, the default one first. */
export const PRESETS = ['stepgate', 'jsonrepair', 'json_repair', 'jaison', 'json5', 'partial', 'best-effort', 'strict'];
