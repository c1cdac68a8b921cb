/**
 * Stands for the server of a travel agency: a timetable made from the date, and bookings that are kept in the browser's storage.
 * It is slow, and now and then a search fails, as on a real network.
 */
export const CITIES = {
  ARN: { en: 'Stockholm', zh: '斯德哥尔摩', at: [59.6, 17.9] },
  BER: { en: 'Berlin', zh: '柏林', at: [52.4, 13.5] },
  CDG: { en: 'Paris', zh: '巴黎', at: [49, 2.5] },
  FCO: { en: 'Rome', zh: '罗马', at: [41.8, 12.3] },
  JFK: { en: 'New York', zh: '纽约', at: [40.6, -73.8] },
  LHR: { en: 'London', zh: '伦敦', at: [51.5, -0.5] },
  LIS: { en: 'Lisbon', zh: '里斯本', at: [38.8, -9.1] },
  MAD: { en: 'Madrid', zh: '马德里', at: [40.5, -3.6] },
  NRT: { en: 'Tokyo', zh: '东京', at: [35.8, 140.4] },
  PVG: { en: 'Shanghai', zh: '上海', at: [31.1, 121.8] },
  SIN: { en: 'Singapore', zh: '新加坡', at: [1.4, 104] },
  VIE: { en: 'Vienna', zh: '维也纳', at: [48.1, 16.6] },
} as const satisfies Record<string, { en: string; zh: string; at: readonly [number, number] }>;

export type City = keyof typeof CITIES;
export const CODES = Object.keys(CITIES) as [City, ...City[]];

/** `euros`: for one traveller. */
export interface Flight { id: string; name: string; from: City; to: City; day: string; departs: string; minutes: number; euros: number; seats: number }
/** `euros`: for one room and night. */
export interface Hotel { id: string; name: string; city: City; stars: number; euros: number }
export interface Order { flight: string; travellers: number; hotel?: { id: string; nights: number } | null; total: number }
export interface Booking { number: string; flight: Flight; travellers: number; hotel?: Hotel; nights?: number; total: number }

const rooms = (travellers: number) => Math.ceil(travellers / 2);

/** Price of an order in euros. */
export function priceOf(travellers: number, flight: Flight, hotel?: Hotel, nights = 0) {
  return travellers * flight.euros + (hotel ? rooms(travellers) * nights * hotel.euros : 0);
}

/** A refusal of the server: certainly nothing was booked. */
export class ServerError extends Error {
  readonly notDone = true;
  constructor(public code: string, message: string) { super(message); }
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export type Server = ReturnType<typeof openServer>;

/** `failing`: share of the searches that fail. */
export function openServer({ storage, latency = 700, failing = 0.08 }: { storage: Storage; latency?: number; failing?: number }) {
  /** Bookings by the key of their request. */
  const ledger = (): Record<string, Booking> => JSON.parse(storage.getItem('agency') ?? '{}');
  const booked = () => Object.values(ledger());
  const withSeats = (flight: Flight) => ({ ...flight, seats: flight.seats - sum(booked().filter(({ flight: { id } }) => id === flight.id).map(({ travellers }) => travellers)) });

  async function search<T>(signal: AbortSignal, find: () => T): Promise<T> {
    await pause(latency, signal);
    if (Math.random() < failing) throw new ServerError('unavailable', 'The server did not answer.');
    return find();
  }

  return {
    flights: (from: City, to: City, day: string, signal: AbortSignal) => search(signal, () => {
      mustBeAhead(day);
      if (from === to) throw new ServerError('same_city', 'A flight needs two different cities.');
      return [0, 1, 2, 3].map(n => withSeats(flightOf(`${from}-${to}-${day}-${n}`)!)).sort((a, b) => a.euros - b.euros);
    }),
    hotels: (city: City, day: string, signal: AbortSignal) => search(signal, () => {
      mustBeAhead(day);
      return [0, 1, 2].map(n => hotelOf(`${city}-${n}`)!).sort((a, b) => a.euros - b.euros);
    }),

    /** Books once for a key: the same key again gives the same booking. */
    async book({ flight: id, travellers, hotel: stay, total }: Order, key: string, signal: AbortSignal): Promise<Booking> {
      await pause(latency, signal);
      const known = ledger()[key];
      if (known) return known;
      const flight = flightOf(id);
      if (!flight) throw new ServerError('unknown_flight', `There is no flight ${JSON.stringify(id)}. Use an id of a search.`);
      mustBeAhead(flight.day);
      if (withSeats(flight).seats < travellers) throw new ServerError('sold_out', `Only ${withSeats(flight).seats} seats are left.`);
      const hotel = stay ? hotelOf(stay.id) : undefined;
      if (stay && hotel?.city !== flight.to) throw new ServerError('unknown_hotel', `There is no hotel ${JSON.stringify(stay.id)} in ${CITIES[flight.to].en}. Use an id of a search.`);
      const price = priceOf(travellers, flight, hotel, stay?.nights);
      if (price !== total) throw new ServerError('wrong_total', `The total is ${price} euros, not ${total}.`);
      const booking = { number: `T${(hash(key) % 900_000) + 100_000}`, flight, travellers, ...(hotel && { hotel, nights: stay!.nights }), total };
      storage.setItem('agency', JSON.stringify({ ...ledger(), [key]: booking }));
      return booking;
    },
    bookingOf: (key: string) => ledger()[key],
    booked,
  };
}

/** The flight of an id: always the same, for every day. */
function flightOf(id: string): Flight | undefined {
  const [, from, to, day, n] = /^([A-Z]{3})-([A-Z]{3})-(\d{4}-\d\d-\d\d)-([0-3])$/.exec(id) ?? [];
  if (!isCity(from) || !isCity(to) || from === to || !day || Number.isNaN(Date.parse(day))) return undefined;
  const roll = hash(id);
  const km = distance(CITIES[from].at, CITIES[to].at);
  const quarters = [26, 40, 58, 76][Number(n)]! + (roll % 9);
  return {
    id, from, to, day,
    name: `${['Aurora', 'Meridian', 'Northwind'][roll % 3]} ${100 + (roll % 800)}`,
    departs: `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`,
    minutes: Math.round((40 + km / 13) / 5) * 5,
    euros: Math.round((30 + km * 0.065) * (0.75 + (roll % 60) / 100)),
    seats: 1 + (roll % 9),
  };
}

function hotelOf(id: string): Hotel | undefined {
  const [, city, n] = /^([A-Z]{3})-([0-2])$/.exec(id) ?? [];
  if (!isCity(city)) return undefined;
  const roll = hash(id);
  const stars = 3 + (roll % 3);
  return { id, city, name: `${['Garden', 'Station', 'Old Town'][Number(n)]} Hotel`, stars, euros: 15 * stars + 25 + (roll % 50) };
}

const isCity = (code: string | undefined): code is City => code !== undefined && code in CITIES;
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

function mustBeAhead(day: string) {
  const today = new Date().toISOString().slice(0, 10);
  if (day < today) throw new ServerError('past', `${day} is over; today is ${today}.`);
}

function hash(text: string) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  state = Math.imul(state ^ (state >>> 15), 2246822507);
  return (state ^ (state >>> 13)) >>> 0;
}

/** Kilometres between two places on the globe. */
function distance([lat1, lon1]: readonly [number, number], [lat2, lon2]: readonly [number, number]) {
  const rad = Math.PI / 180;
  const cos = Math.sin(lat1 * rad) * Math.sin(lat2 * rad) + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.cos((lon2 - lon1) * rad);
  return Math.acos(Math.min(1, cos)) * 6371;
}

function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((done, fail) => {
    const stop = () => { clearTimeout(timer); fail(signal.reason); };
    const timer = setTimeout(() => { signal.removeEventListener('abort', stop); done(); }, ms);
    signal.addEventListener('abort', stop);
  });
}
