/** A card about one call: the call, and its data. */

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Card} Card */

/** The only call of a card. A card with several is shown call by call. @param {Card | undefined} card */
export const callOf = card => (card?.calls?.length === 1 ? card.calls[0] : undefined);

/** The data of a card: the preview of its only call, or else its own. @param {Card | undefined} card */
export const previewOf = card => callOf(card)?.preview ?? card?.preview;
