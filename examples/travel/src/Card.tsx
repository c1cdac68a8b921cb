import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Answer, Block, Card as AgentCard } from 'stepgate';
import { priceOf, type Flight, type Hotel, type Order } from './server';
import { dayOf, euros, WORDS, type Lang } from './words';

/** `titleOf`: the title that the card would have with other arguments. */
interface Props { card: AgentCard; titleOf: (args: object) => string; blocks: Block[]; lang: Lang; disabled: boolean; onAnswer: (answer: Answer) => void }

/** The question that is open: the order of a single `book` as a form, any other card by its calls and its buttons. */
export function Card(props: Props) {
  const { card, disabled, onAnswer } = props;
  const calls = card.calls ?? [];
  const box = useRef<HTMLElement>(null);
  useEffect(() => { box.current?.focus(); }, []);
  return (
    <section className="card" ref={box} tabIndex={-1} aria-labelledby="card">
      {card.kind === 'approval' && calls.length === 1 && calls[0]?.name === 'book' ? <OrderForm {...props} proposed={calls[0].args as unknown as Order} /> : (
        <>
          <h2 id="card">{card.title}</h2>
          {card.text && <p>{card.text}</p>}
          {calls.length > 1 && <ul>{calls.map(({ title }, at) => <li key={at}>{title}</li>)}</ul>}
          <footer>{card.buttons.map(({ label }, button) => <button key={label} disabled={disabled} onClick={() => onAnswer({ button })}>{label}</button>)}</footer>
        </>
      )}
    </section>
  );
}

function OrderForm({ proposed, titleOf, blocks, lang, disabled, onAnswer }: Props & { proposed: Order }) {
  const words = WORDS[lang];
  const [order, setOrder] = useState(proposed);
  const flights = found<Flight>(blocks, 'flights');
  const flight = flights.find(({ id }) => id === order.flight);
  const hotels = found<Hotel>(blocks, 'hotels').filter(({ city }) => city === flight?.to);
  const hotel = hotels.find(({ id }) => id === order.hotel?.id);
  const total = flight && (hotel || !order.hotel) ? priceOf(order.travellers, flight, hotel, order.hotel?.nights) : order.total;
  const args = { ...order, hotel: order.hotel ? { ...order.hotel } : null, total };

  const submit = (event: FormEvent) => { event.preventDefault(); onAnswer({ accept: true, args }); };
  return (
    <form onSubmit={submit}>
      <h2 id="card">{titleOf(args)}</h2>
      <Field name={words.flight}>
        <select value={order.flight} onChange={event => setOrder({ ...order, flight: event.target.value, hotel: null })}>
          {!flight && <option value={order.flight}>{order.flight} ({words.unknown})</option>}
          {flights.map(({ id, name, day, departs, euros: price }) => <option key={id} value={id}>{name}, {dayOf(day, lang)} {departs}, {euros(price, lang)}</option>)}
        </select>
      </Field>
      <Field name={words.travellers}>
        <input type="number" required min={1} max={6} value={order.travellers || ''} onChange={event => setOrder({ ...order, travellers: event.target.valueAsNumber || 0 })} />
      </Field>
      <Field name={words.hotel}>
        <select value={order.hotel?.id ?? ''} onChange={event => setOrder({ ...order, hotel: event.target.value ? { id: event.target.value, nights: order.hotel?.nights ?? 1 } : null })}>
          <option value="">{words.none}</option>
          {order.hotel && !hotel && <option value={order.hotel.id}>{order.hotel.id} ({words.unknown})</option>}
          {hotels.map(({ id, name, euros: price }) => <option key={id} value={id}>{name}, {words.night(euros(price, lang))}</option>)}
        </select>
      </Field>
      {order.hotel && (
        <Field name={words.nights}>
          <input type="number" required min={1} max={30} value={order.hotel.nights || ''} onChange={event => setOrder({ ...order, hotel: { ...order.hotel!, nights: event.target.valueAsNumber || 0 } })} />
        </Field>
      )}
      <p><b>{words.total}: {euros(total, lang)}</b> {order === proposed && total !== proposed.total && <small>{words.wasTotal(euros(proposed.total, lang))}</small>}</p>
      <footer>
        <button className="main" disabled={disabled}>{words.approve}</button>
        <button type="button" disabled={disabled} onClick={() => onAnswer({ accept: false })}>{words.decline}</button>
      </footer>
    </form>
  );
}

const Field = ({ name, children }: { name: string; children: ReactNode }) => <label><span>{name}</span>{children}</label>;

/** Offers that a search has found in this session, the last version of each. */
function found<Offer extends { id: string }>(blocks: Block[], search: string) {
  const offers = blocks.flatMap(block => (block.kind === 'tool' && block.name === search && 'ok' in block.result ? block.result.ok as unknown as Offer[] : []));
  return [...new Map(offers.map(offer => [offer.id, offer])).values()];
}
