// The desk behind the AI SDK's own chat, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chat } from '@ai-sdk/react';
import { isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { memoryStore, openSession } from 'stepgate';
import { messagesOf, stepgateTransport } from 'stepgate/ai-sdk';
import { booked, desk } from '../agent.js';
import { script } from '../script.js';

const kept = new Map();
globalThis.localStorage = { getItem: name => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };

test('of two rooms on a card, one is booked once after a reload, and one is left', async () => {
  const store = memoryStore();
  const open = async () => {
    const session = await openSession({ agent: desk, id: 'a', lang: 'en', model: script, store });
    const chat = new Chat({ id: 'a', messages: messagesOf(session), transport: stepgateTransport(session), sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
    return { session, chat, tools: () => chat.messages.flatMap(({ parts }) => parts).filter(isToolUIPart) };
  };
  const before = await open();
  await before.chat.sendMessage({ text: 'Two rooms for Friday' });
  assert.deepEqual(before.tools().map(({ state }) => state), ['output-available', 'approval-requested', 'approval-requested']);
  await before.session.close();

  const { session, chat, tools } = await open();
  const [birch, cedar] = tools().filter(({ state }) => state === 'approval-requested');
  await chat.addToolApprovalResponse({ id: birch.approval.id, approved: true });
  await chat.addToolApprovalResponse({ id: cedar.approval.id, approved: false, reason: 'too large' });
  const ended = new Promise(resolve => { session.subscribe(({ waiting }) => { if (waiting === 'user') resolve(); }); });
  await ended;
  assert.deepEqual(Object.values(booked()), [{ room: 'Birch', day: 'Friday' }]);
  await session.close();
});
