import { config, iso, number, object, string } from 'zod';

// The page's policy forbids code made of text, which zod tries.
config({ jitless: true });

/** The parts of zod that the example uses. */
export const z = { object, string, number, iso };
