import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { NEW_DRAFT, readDraft } from './new-hook.ts';
import { messageFor, WHERE } from './messages.ts';

const KEY = { uid: '00000000-0000-7000-8000-000000000001', market: 'binance' } as const;
const read = readDraft({ ...NEW_DRAFT, name: 'Momentum', amountFrom: 'atMost', amount: '20' }, KEY);
const altrady = (): Record<string, unknown> => {
  if (!('json' in read)) throw new Error('This draft is a hook.');
  return JSON.parse(messageFor('altrady', { hookId: KEY.uid, template: read.json }));
};

it('W-5 two alerts of one second are two signals: an Altrady message has no signal_id, by which they would be the same', () => {
  expect(altrady()).toEqual({
    api_key: 'any',
    symbol: '{{ticker}}',
    side: 'long',
    action: 'open',
    timestamp: '{{timenow}}',
    quote_amount: new Big(20).toNumber(),
  });
});

it('W-8 an Altrady message is said to take no action that is refused: none says which share to close', () => {
  expect(WHERE.altrady).toMatch(/The action is open, increase or close\.$/);
});
