import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { indexedDbStore, openAiCompatible, type View } from 'stepgate';
import { useSession, type SessionState } from 'stepgate/react';
import { planner } from './agent';
import { Card } from './Card';
import { Conversation } from './Conversation';
import { script } from './script';
import { openServer } from './server';
import { ModelSettings, keptSettings, type Settings } from './Settings';
import { WORDS, type Lang } from './words';

const planning = planner(openServer({ storage: localStorage }));
const store = indexedDbStore('travel');

export function App() {
  const [lang, setLang] = useState<Lang>(navigator.language.startsWith('zh') ? 'zh' : 'en');
  const [id, setId] = useState(location.hash.slice(1) || 'trip');
  const [settings, setSettings] = useState(keptSettings);
  const [choosing, setChoosing] = useState(settings?.key === null);
  const words = WORDS[lang];
  const model = useMemo(() => modelOf(settings), [settings]);
  const trip = useSession(model && { agent: planning, id, lang, model, store }, { stream: true });

  useEffect(() => { document.documentElement.lang = lang; document.title = words.title; }, [lang]);
  useEffect(() => {
    const follow = () => setId(location.hash.slice(1) || 'trip');
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (trip.role === 'drives' && trip.view?.lang !== lang) trip.session?.edit({ lang }).catch(console.error);
  }, [trip.role, trip.view?.lang, lang]);

  return (
    <>
      <header>
        <h1>{words.title}</h1>
        <button onClick={() => { location.hash = crypto.randomUUID(); }}>{words.again}</button>
        <button onClick={() => setChoosing(true)}>{words.settings}</button>
        <button lang={lang === 'en' ? 'zh' : 'en'} onClick={() => setLang(lang === 'en' ? 'zh' : 'en')}>{words.lang}</button>
      </header>
      <main>
        <p className="quiet">{settings ? words.model(settings.model) : words.script}</p>
        {trip.error ? <p role="alert">{textOf(trip.error, lang)}</p> : trip.view ? <Trip key={id} {...trip} lang={lang} /> : <p>{model && words.opening}</p>}
      </main>
      {choosing && <ModelSettings words={words} settings={settings} onClose={() => setChoosing(false)} onUse={next => { setSettings(next); setChoosing(false); }} />}
    </>
  );
}

/** The model that the settings name, or the script; none while a key is missing that was given before the reload. */
function modelOf(settings: Settings | undefined) {
  if (!settings) return script;
  return settings.key === null ? undefined : openAiCompatible({ baseUrl: settings.baseUrl, model: settings.model, apiKey: settings.key || undefined });
}

function Trip({ session, view, role, warning, piece, lang }: SessionState<typeof planning> & { lang: Lang }) {
  const words = WORDS[lang];
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const end = useRef<HTMLDivElement>(null);
  const busy = view!.waiting === 'model' || view!.waiting === 'tool';
  const watching = role === 'watches';

  useEffect(() => { if (view!.input) setText(now => now || view!.input!); }, [view!.input]);
  useEffect(() => { end.current?.scrollIntoView({ block: 'end' }); }, [view!.revision]);

  const does = (act: Promise<View>, sent = '') => {
    setRefused(undefined);
    act.catch(error => { setRefused(textOf(error, lang)); setText(now => now || sent); });
  };
  const say = (sent: string) => { setText(''); does(session!.say(sent), sent); };
  const titleOf = (check: object) => {
    try {
      return session!.read({ check }).preview.title;
    } catch {
      return view!.card!.title; // not allowed as it stands
    }
  };
  const submit = (event: FormEvent) => { event.preventDefault(); if (text.trim()) say(text); };

  return (
    <>
      {watching && <p className="notice">{words.watches} <button onClick={() => does(session!.takeOver())}>{words.takeOver}</button></p>}
      {warning && <p role="alert">{warning.text}</p>}
      <Conversation view={view!} lang={lang} live={piece?.say} onChoose={watching || busy ? undefined : say} />
      {view!.error && <p role="alert">{view!.error.text} {!watching && <button onClick={() => say(view!.input ?? words.goOn)}>{words.retry}</button>}</p>}
      {refused && <p role="alert">{refused}</p>}
      {view!.card && <Card key={view!.card.id} card={view!.card} titleOf={titleOf} blocks={view!.blocks} lang={lang} disabled={watching} onAnswer={answer => does(session!.answer(view!.card!.id, answer))} />}
      <form className="composer" onSubmit={submit}>
        <input aria-label={words.say} placeholder={view!.card ? words.declines : words.hint} value={text} disabled={watching} onChange={event => setText(event.target.value)} />
        {busy ? <button type="button" disabled={watching} onClick={() => does(session!.stop())}>{words.stop}</button> : <button className="main" disabled={watching}>{words.send}</button>}
      </form>
      <div ref={end} />
    </>
  );
}

/** The sentence of an error for the user. */
function textOf(error: any, lang: Lang): string {
  return error.text?.[lang] ?? error.message;
}
