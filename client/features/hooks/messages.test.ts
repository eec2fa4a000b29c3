import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { NEW_DRAFT, readDraft } from './new-hook.ts';
import { messageFor, type Sender, WHERE } from './messages.ts';

const KEY = { uid: '00000000-0000-7000-8000-000000000001', market: 'binance' } as const;
const read = readDraft({ ...NEW_DRAFT, name: 'Momentum', amountFrom: 'atMost', amount: '20' }, KEY);
const hook = (change: object = {}) => {
  if (!('json' in read)) throw new Error('This draft is a hook.');
  return { hookId: KEY.uid, template: { ...read.json, ...change } };
};
const altrady = (): Record<string, unknown> => JSON.parse(messageFor('altrady', hook()));

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

it('W-8, W-9 each message names what a sale of a part is read by', () => {
  const message = (sender: Sender) =>
    JSON.parse(messageFor(sender, hook({ actions: ['reduce', 'open'], amount: { fixed: new Big(20) } })));
  expect(message('tradingview')).toMatchObject({
    contracts: '{{strategy.order.contracts}}',
    marketPositionSize: '{{strategy.market_position_size}}',
  });
  expect(message('3commas').strategy_info).toMatchObject({
    market_position_size: '{{strategy.market_position_size}}',
    prev_market_position_size: '{{strategy.prev_market_position_size}}',
  });
  expect(message('altrady')).toMatchObject({ position_percentage: 50 });
  expect(message('native')).toMatchObject({ action: 'reduce', share: 0.5 });
  expect(WHERE.altrady).toMatch(
    /reduce closes position_percentage of what the hook holds, or without that what is worth quote_amount\.$/,
  );
});

it('W-8 what each sender fills in is read: an entry of a hook that takes the amount from the signal names one', () => {
  const message = (sender: Sender) => JSON.parse(messageFor(sender, hook()));
  expect(message('tradingview')).toMatchObject({
    contracts: '{{strategy.order.contracts}}',
    price: '{{strategy.order.price}}',
  });
  expect(message('altrady')).toMatchObject({ quote_amount: 20 });
  expect(message('native')).toMatchObject({ amount: 20 });
});

it('W-8 where the amount is the signal’s, a 3Commas message names it as it is read, in the currency that is spent', () => {
  const message = JSON.parse(messageFor('3commas', hook()));
  expect(message.order).toEqual({ amount: 20, currency_type: 'quote' });
  expect(JSON.parse(messageFor('3commas', hook({ amount: { fixed: new Big(20) } })))).not.toHaveProperty('order');
});
