/** The policies a reply can be read by, the default one first. */
export const PRESETS = ['stepgate', 'jsonrepair', 'json_repair', 'jaison', 'json5', 'partial', 'best-effort', 'strict'];
