import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { recordedBybit } from '../../../../tests/factories/recorded-bybit.ts';
import { openRecorded } from '../../../../tests/factories/recorded-market.ts';
import { until } from '../../../../tests/setup/until.ts';
import type { AccountEvent } from '../../exchange.ts';

const { key, terms } = recordedBybit;

const watching = async (scenario = 'streams/account-stream', timings = {}) => {
  const opened = await openRecorded(recordedBybit, [scenario], timings);
  const events: AccountEvent[] = [];
  const unwatch = opened.exchange.watchAccount(key, (event) => events.push(event));
  return { ...opened, events, unwatch };
};
const wallet = { kind: 'balance', balances: [{ asset: 'USDT', free: new Big('9980.1'), locked: new Big(0) }] };
const live = async (timings = {}) => {
  const watched = await watching('streams/account-stream', timings);
  await until(() => expect(watched.events).toEqual([{ kind: 'gap' }]));
  watched.events.length = 0;
  return watched;
};
const fillsIn = (events: AccountEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'order' && event.fill !== null
      ? [[event.fill.tradeId.slice(-3), event.fill.quantity.toFixed(), event.order.filledQuantity.toFixed()]]
      : [],
  );

it("tells a key's spot orders, exact", async () => {
  const { recorded, events } = await live();
  recorded.emit('placed');
  await until(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject({ kind: 'order', fill: null, order: { state: 'open', ...named(terms) } });
  const [event] = events;
  expect(event?.kind === 'order' && event.order.price.toFixed()).toBe('2.0987');
});

const named = ({ clientOrderId, symbol }: { clientOrderId: string; symbol: string }) => ({ clientOrderId, symbol });

it('tells each fill once, with an order that counts it in, whichever comes first', async () => {
  const { recorded, events } = await live();
  recorded.emit('fills-before-order');
  await until(() => expect(fillsIn(events)).toHaveLength(2));
  recorded.emit('order-before-fill');
  await until(() => expect(fillsIn(events)).toHaveLength(3));
  expect(fillsIn(events)).toEqual([
    ['327', '2', '5.5'],
    ['331', '3.5', '5.5'],
    ['340', '4.03', '9.53'],
  ]);
  const last = events.at(-1);
  expect(last).toMatchObject({ order: { state: 'filled' }, fill: { commissionAsset: 'XRP', side: 'buy' } });
});

it('a fill whose order never comes is a gap: the caller compares', async () => {
  const { recorded, events } = await live({ call: 300 });
  recorded.emit('lonely-fill');
  await until(() => expect(events).toEqual([{ kind: 'gap' }]));
});

it("tells a cancellation by the order's own id, and the wallet", async () => {
  const { recorded, events } = await live();
  recorded.emit('cancelled');
  recorded.emit('wallet');
  await until(() => expect(events).toHaveLength(2));
  expect(events).toMatchObject([{ order: { state: 'cancelled', ...named(terms) } }, wallet]);
});

it('what cannot be read is a gap, and the stream goes on', async () => {
  const { recorded, events } = await live();
  recorded.emit('unreadable');
  recorded.emit('wallet');
  await until(() => expect(events).toEqual([{ kind: 'gap' }, wallet]));
});

it('a cut is told as a gap', async () => {
  const { recorded, events } = await live();
  recorded.cut();
  await until(() => expect(events).toEqual([{ kind: 'gap' }]));
  recorded.emit('wallet');
  await until(() => expect(events.at(-1)).toEqual(wallet));
});

it('two listeners of one key share a connection, and hear no more once they stopped', async () => {
  const { exchange, recorded, events, unwatch } = await live();
  const other: AccountEvent[] = [];
  const stop = exchange.watchAccount(key, (event) => other.push(event));
  await until(() => expect(other).toEqual([{ kind: 'gap' }]));
  unwatch();
  recorded.emit('wallet');
  await until(() => expect(other).toHaveLength(2));
  expect(events).toEqual([]);
  expect(recorded.connections()).toBe(1);
  stop();
  await until(() => expect(recorded.open()).toBe(0));
});

it('a topic that is refused is asked for again, on a new connection', async () => {
  const { recorded, events } = await watching('streams/refused-topic-stream');
  await until(() => expect(recorded.connections()).toBeGreaterThan(1));
  expect(events).toEqual([]);
});
