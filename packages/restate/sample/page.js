import { openRemoteSession } from 'stepgate/remote';

const [form] = document.forms;
const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

/** Asks the camera for a picture; a page without one says so. */
async function take_photo() {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true });
  const [track] = stream.getVideoTracks();
  const { width, height } = track.getSettings();
  track.stop();
  return { camera: track.label, width, height };
}

function show(view, session) {
  document.querySelector('#state').textContent = session.warning?.text ?? (view.busy ? 'At work …' : '');
  document.querySelector('#talk').replaceChildren(...view.blocks.filter(({ kind }) => kind === 'user' || kind === 'assistant').map(({ kind, text }) => element('p', `${kind === 'user' ? 'You' : 'Desk'}: ${text}`)));
  document.querySelector('#card').replaceChildren(...(view.card ? question(view.card, session) : []));
}

function question({ id, title, text, calls = [], buttons }, session) {
  const answers = buttons.map((button, index) => {
    const made = element('button', button.label);
    made.onclick = () => session.answer(id, { button: index });
    return made;
  });
  return [element('h2', title), element('p', text ?? ''), ...calls.map(({ args }) => element('pre', JSON.stringify(args))), ...answers];
}

const session = await openRemoteSession({ base: '/agents', agent: 'desk', id: 'sample', tools: { take_photo }, onChange: show });
form.onsubmit = event => {
  event.preventDefault();
  session.say(form.words.value).catch(error => { document.querySelector('#state').textContent = error.message; });
  form.words.value = '';
};
document.querySelector('#stop').onclick = () => session.stop();
