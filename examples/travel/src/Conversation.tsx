import type { Block, View } from 'stepgate';
import { CITIES, type Booking, type Flight, type Hotel } from './server';
import { dayOf, duration, euros, WORDS, type Lang } from './words';

interface Props { view: View; lang: Lang; live?: string; onChoose?: (words: string) => void }

/** The conversation with what was found, and the words that are coming in. */
export function Conversation({ view, lang, live, onChoose }: Props) {
  const words = WORDS[lang];
  const busy = view.running?.map(({ name }) => words.running[name]).join(' ') ?? (view.waiting === 'model' && !live ? words.thinking : '');
  return (
    <div role="log" aria-label={words.title}>
      {view.blocks.length === 0 && <p className="said">{words.hello}</p>}
      {view.blocks.map(block => <Shown key={block.seq} block={block} lang={lang} onChoose={onChoose} />)}
      {view.waiting === 'model' && live && <p className="said">{live}</p>}
      {busy && <p className="quiet">{busy}</p>}
      {view.waiting === 'user' && view.blocks.length > 0 && <p className="quiet">{words.bookings(bookings(view).map(({ number }) => number))}</p>}
      {view.blocks.length === 0 && onChoose && <p>{words.try.map(text => <button key={text} onClick={() => onChoose(text)}>{text}</button>)}</p>}
    </div>
  );
}

/** The bookings, by the results of the tool and not by the words of the model. */
const bookings = (view: View) => view.blocks.flatMap(block => (block.kind === 'tool' && block.name === 'book' && 'ok' in block.result ? [block.result.ok as unknown as Booking] : []));

function Shown({ block, lang, onChoose }: { block: Block; lang: Lang; onChoose?: (words: string) => void }) {
  const words = WORDS[lang];
  if (block.kind === 'user' && !block.cue) return <p className="user">{block.text}</p>;
  if (block.kind === 'assistant') return <p className="said">{block.text}</p>;
  if (block.kind === 'card' && block.ending && block.ending !== 'accepted') return <p className="quiet">{block.card.title} {words.declined}</p>;
  if (block.kind !== 'tool') return null;
  if ('error' in block.result) {
    const { code, text } = block.result.error;
    return code === 'rejected' ? null : <p className="quiet">{words.failed[block.name]} {words.errors[code] ?? text}</p>;
  }
  const result: unknown = block.result.ok;
  if (block.name === 'flights') {
    return (
      <ul className="offers">
        {(result as Flight[]).map(flight => (
          <li key={flight.id}>
            <span><FlightLine flight={flight} lang={lang} /><small>{words.seats(flight.seats)}</small></span>
            <b>{euros(flight.euros, lang)}</b>
            {onChoose && <button onClick={() => onChoose(`${words.choose}: ${flight.name} (${flight.id})`)} aria-label={`${words.choose}: ${flight.name}`}>{words.choose}</button>}
          </li>
        ))}
      </ul>
    );
  }
  if (block.name === 'hotels') return <ul className="offers">{(result as Hotel[]).map(hotel => <li key={hotel.id}><span>{hotel.name} {'★'.repeat(hotel.stars)}</span><b>{words.night(euros(hotel.euros, lang))}</b></li>)}</ul>;
  const { number, flight, hotel, nights, travellers, total } = result as Booking;
  return (
    <div className="receipt">
      <b>{words.booked(number)}</b>
      <FlightLine flight={flight} lang={lang} />
      {hotel && <span>{words.stay(hotel.name, nights!)}</span>}
      <span>{words.people(travellers)} · <b>{euros(total, lang)}</b></span>
    </div>
  );
}

function FlightLine({ flight: { name, from, to, day, departs, minutes }, lang }: { flight: Flight; lang: Lang }) {
  return <span>{CITIES[from][lang]} → {CITIES[to][lang]} <small>{dayOf(day, lang)} {departs} · {duration(minutes, lang)} · {name}</small></span>;
}
