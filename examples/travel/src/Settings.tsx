import { useEffect, useRef, type FormEvent } from 'react';
import type { Words } from './words';

/** `key`: empty for a server that needs none; null where one was given before the page was reloaded. */
export interface Settings { baseUrl: string; model: string; key: string | null }

/** The model of this tab. The key is not kept. */
export function keptSettings(): Settings | undefined {
  const kept = sessionStorage.getItem('model');
  if (!kept) return undefined;
  const { keyed, ...rest } = JSON.parse(kept);
  return { ...rest, key: keyed ? null : '' };
}

function keep(settings: Settings | undefined) {
  if (!settings) return sessionStorage.removeItem('model');
  const { key, ...rest } = settings;
  sessionStorage.setItem('model', JSON.stringify({ ...rest, keyed: key !== '' }));
}

export function ModelSettings({ words, settings, onUse, onClose }: { words: Words; settings?: Settings; onUse: (settings?: Settings) => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => { dialog.current!.showModal(); }, []);
  const use = (next?: Settings) => { keep(next); onUse(next); };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: string) => String(new FormData(event.currentTarget).get(name)).trim();
    use({ baseUrl: text('baseUrl'), model: text('model'), key: text('key') });
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="settings">
      <form onSubmit={submit}>
        <h2 id="settings">{words.settings}</h2>
        <p>{words.about}</p>
        <label><span>{words.url}</span><input name="baseUrl" type="url" required defaultValue={settings?.baseUrl ?? 'http://localhost:11434/v1'} /></label>
        <label><span>{words.name}</span><input name="model" required defaultValue={settings?.model} /></label>
        <label><span>{words.key}</span><input name="key" type="password" autoComplete="off" /></label>
        <footer>
          <button className="main">{words.use}</button>
          <button type="button" onClick={() => use()}>{words.useScript}</button>
        </footer>
      </form>
    </dialog>
  );
}
