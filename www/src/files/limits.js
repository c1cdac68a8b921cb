// @ts-check

/** Most files of one request to a model, and their bytes. The newest go first. */
export const MOST_SENT = 20;
export const SENT_BYTES = 30 * 2 ** 20;

/** Longest side of an image, in pixels: models look at no larger ones. */
export const LONGEST_SIDE = 2048;

/** Media types of images that models take. */
export const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Media types of other files that some models take. */
export const OTHERS = ['application/pdf', 'audio/wav', 'audio/mpeg'];

/** Limits of one message: most files, most bytes of each, and media types that are taken as they are. Other images are drawn anew as JPEG. */
export const FILE_LIMITS = Object.freeze({ files: 10, bytes: 10 * 2 ** 20, types: Object.freeze([...IMAGES, ...OTHERS]) });
