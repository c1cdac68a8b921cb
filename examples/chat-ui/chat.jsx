// @ts-check
/** A chat of useChat: the transport, the line that sends the answers, and the effect are all that knows of Stepgate. */
/** @import { Session } from 'stepgate' */
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useChat } from '@ai-sdk/react';
import { isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { messagesOf, stepgateTransport } from 'stepgate/ai-sdk';
import { opened, words } from './session.js';

/** @param {{ session: Session<any> }} props */
function Chat({ session }) {
  const [input, setInput] = useState(words.say);
  const { messages, setMessages, sendMessage, regenerate, clearError, status, error, addToolApprovalResponse } = useChat({
    id: session.id,
    transport: stepgateTransport(session),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    resume: true,
  });
  useEffect(() => (status === 'ready' ? session.subscribe(() => setMessages(messagesOf(session))) : undefined), [session, status, setMessages]);
  const isAtRest = status === 'ready' || status === 'error';

  return (
    <main>
      <h1>{words.title}</h1>
      <div role="log" id="log">
        {messages.map(message => (
          <div key={message.id} className={message.role}>
            {message.parts.map((part, index) => {
              if (part.type === 'text') return <p key={index}>{part.text}</p>;
              if (part.type === 'reasoning') return <details key={index}><summary>{words.thoughts}</summary>{part.text}</details>;
              if (isToolUIPart(part)) return <Tool key={part.toolCallId} part={part} answer={addToolApprovalResponse} />;
              return null;
            })}
          </div>
        ))}
      </div>
      {error && <p role="alert">{error.message} {session.view.input ? <button onClick={() => regenerate()}>{words.again}</button> : <button onClick={clearError}>{words.close}</button>}</p>}
      <form onSubmit={event => { event.preventDefault(); sendMessage({ text: input }); setInput(''); }}>
        <input value={input} onChange={event => setInput(event.target.value)} aria-label={words.message} autoComplete="off" />
        {isAtRest ? <button>{words.send}</button> : <button type="button" onClick={() => session.stop()}>{words.stop}</button>}
      </form>
    </main>
  );
}

/** @param {{ part: import('ai').ToolUIPart | import('ai').DynamicToolUIPart, answer: (answer: { id: string, approved: boolean }) => void }} props */
function Tool({ part, answer }) {
  const { title, input, state } = part;
  return (
    <fieldset>
      <legend>{title ?? part.type}</legend>
      <code>{JSON.stringify(input)}</code>
      {state === 'approval-requested' && <>
        <button onClick={() => answer({ id: part.approval.id, approved: true })}>{words.yes}</button>
        <button onClick={() => answer({ id: part.approval.id, approved: false })}>{words.no}</button>
      </>}
      {state === 'output-available' && <output>{words.done}</output>}
      {state === 'output-error' && <output>{words.failed}: {part.errorText}</output>}
      {state === 'output-denied' && <output>{words.left}</output>}
    </fieldset>
  );
}

const session = await opened('chat');
createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(<StrictMode><Chat session={session} /></StrictMode>);
