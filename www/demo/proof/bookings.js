import { keep, record } from './record.js';

/** Flights of the example, the cheapest first. */
const FLIGHTS = [{ flight: 'TP531', euros: 182 }, { flight: 'LH1166', euros: 264 }, { flight: 'IB3676', euros: 341 }];

/** @param {{ to: string, day: string, euros: number }} wanted */
export const search = async ({ euros }) => FLIGHTS.filter(flight => flight.euros <= euros);

/** Books, and counts each run. @param {{ flight: string }} args @param {string} key */
export async function book({ flight }, key) {
  keep({ runs: [...record.value.runs, { key, flight }] });
  return { booked: flight };
}
