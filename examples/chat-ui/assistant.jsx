// @ts-check
/** The same session behind assistant-ui: its runtime takes the chat of useChat. */
/** @import { Session } from 'stepgate' */
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useChat } from '@ai-sdk/react';
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { messagesOf, stepgateTransport } from 'stepgate/ai-sdk';
import { opened, words } from './session.js';

/** @param {{ session: Session<any>, children: import('react').ReactNode }} props */
function Assistant({ session, children }) {
  const chat = useChat({
    id: session.id,
    transport: stepgateTransport(session),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const { status, setMessages } = chat;
  useEffect(() => (status === 'ready' ? session.subscribe(() => setMessages(messagesOf(session))) : undefined), [session, status, setMessages]);
  const runtime = useAISDKRuntime(chat, { cancelPendingToolCallsOnSend: false });
  return <AssistantRuntimeProvider runtime={runtime}>{children}</AssistantRuntimeProvider>;
}

/** @param {import('@assistant-ui/react').ToolCallMessagePartProps} props */
function Tool({ toolName, args, approval, result, isError, respondToApproval }) {
  return (
    <fieldset>
      <legend>{toolName}</legend>
      <code>{JSON.stringify(args)}</code>
      {approval && approval.approved === undefined && <>
        <button onClick={() => respondToApproval({ approved: true })}>{words.yes}</button>
        <button onClick={() => respondToApproval({ approved: false })}>{words.no}</button>
      </>}
      {result !== undefined && <output>{isError ? words.left : words.done}</output>}
    </fieldset>
  );
}

const Message = () => <MessagePrimitive.Root><MessagePrimitive.Parts components={{ Text: ({ text }) => <p>{text}</p>, tools: { Fallback: Tool } }} /></MessagePrimitive.Root>;

const session = await opened('assistant');
createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  <StrictMode>
    <Assistant session={session}>
      <main>
        <h1>{words.title}</h1>
        <ThreadPrimitive.Root>
          <div role="log" id="log"><ThreadPrimitive.Messages components={{ Message }} /></div>
          <ComposerPrimitive.Root>
            <ComposerPrimitive.Input aria-label={words.message} placeholder={words.say} />
            <ComposerPrimitive.Send>{words.send}</ComposerPrimitive.Send>
          </ComposerPrimitive.Root>
        </ThreadPrimitive.Root>
      </main>
    </Assistant>
  </StrictMode>,
);
