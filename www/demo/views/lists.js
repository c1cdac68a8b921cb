/**
 * A list with one member moved to another place.
 * @template T @param {T[]} list @param {number} from @param {number} to
 */
export const moved = (list, from, to) => list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
