// @ts-check
import { NotDone } from 'stepgate';

const RULES = {
  bags: 'One bag of 23 kg and 158 cm is free. A further one costs 60 euros.',
  pets: 'Cats and dogs up to 8 kg travel in the cabin for 50 euros.',
  wifi: 'Wifi is free on flights of more than three hours; the name is airline-wifi.',
  refunds: 'A ticket is refunded in full until 24 hours before the flight.',
};

/** Stands for the airline's server: rules, bookings, and seats that are changed once for a key. */
export function openAirline() {
  const bookings = new Map([['K7P2QX', { passenger: 'Ada Byron', flight: 'AL 412', seat: '21C', free: ['12A', '14D', '27F'] }]]);
  /** @type {Map<string, object>} */
  const changes = new Map();
  const at = (/** @type {string} */ code) => {
    const booking = bookings.get(code.toUpperCase());
    if (!booking) throw new NotDone(`There is no booking ${code}.`, { code: 'unknown_booking' });
    return booking;
  };
  return {
    rule: (/** @type {keyof typeof RULES} */ topic) => RULES[topic],
    booking: (/** @type {string} */ code) => structuredClone(at(code)),
    /** @param {{ code: string, seat: string }} wanted @param {string} key */
    change({ code, seat }, key) {
      const done = changes.get(key);
      if (done) return done;
      const booking = at(code);
      if (!booking.free.includes(seat)) throw new NotDone(`Seat ${seat} is not free; free are ${booking.free.join(', ')}.`, { code: 'seat_taken' });
      booking.free = [...booking.free.filter(free => free !== seat), booking.seat].sort();
      booking.seat = seat;
      const made = { code, seat };
      changes.set(key, made);
      return made;
    },
    changes: () => [...changes.values()],
  };
}
