import { expect, it, vi } from 'vitest';
import { scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';
import type { PairEvent } from '../../exchange.ts';

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

/** The documented examples of Binance's web-socket-streams.md: partial book depth, and trade. */
const DEPTH = {
  stream: 'xrpusdt@depth20@100ms',
  data: { lastUpdateId: 160, bids: [['0.0024', '10']], asks: [['0.0026', '100']] },
};
const TRADE = {
  stream: 'xrpusdt@trade',
  data: { e: 'trade', E: 6, s: 'XRPUSDT', t: 12345, p: '0.001', q: '100', T: 5, m: true, M: true },
};

async function watching(symbols: string[]) {
  const world = await scriptedBinance({ firstPause: 10, longestPause: 50 });
  const asked: unknown[] = [];
  world.exchange.onFrame((socket, { id, ...request }) => {
    asked.push(request);
    socket.send(JSON.stringify({ result: null, id }));
  });
  await world.binance.start();
  const events: PairEvent[] = [];
  const stops = symbols.map((symbol) => world.binance.details?.watch(symbol, (event) => events.push(event)));
  const sockets = () => world.exchange.connections.filter(({ path }) => path === '/stream');
  const send = (message: object) => sockets().at(-1)?.socket.send(JSON.stringify(message));
  const kinds = () => events.map(({ kind }) => kind);
  await eventually(() => expect(kinds()).toContain('gap'));
  return { asked, events, kinds, stops, sockets, send, details: world.binance.details };
}

const subscribed = (...symbols: string[]) => ({
  method: 'SUBSCRIBE',
  params: symbols.flatMap((symbol) => [`${symbol}@depth20@100ms`, `${symbol}@trade`]),
});

it('subscribes to the watched pairs alone, and tells their books and trades', async () => {
  const { asked, events, send } = await watching(['XRPUSDT']);
  expect(asked).toEqual([subscribed('xrpusdt')]);
  send(DEPTH);
  send(TRADE);
  await eventually(() => expect(events).toHaveLength(3));
  const [, book, trades] = events;
  expect(book?.kind === 'depth' && book.depth.bids[0]?.map((amount) => amount.toFixed())).toEqual(['0.0024', '10']);
  expect(book?.kind === 'depth' && book.depth.asks[0]?.map((amount) => amount.toFixed())).toEqual(['0.0026', '100']);
  const [trade] = trades?.kind === 'trades' ? trades.trades : [];
  // The buyer was the maker: it was a sale.
  expect(trade).toMatchObject({ id: '12345', side: 'sell', time: 5 });
  expect(trade?.quantity.toFixed()).toBe('100');
});

it('changes of what is watched are sent together, and a pair without watchers is given up', async () => {
  const { asked, stops, details } = await watching(['XRPUSDT']);
  details?.watch('BTCUSDT', () => {});
  details?.watch('ETHUSDT', () => {});
  stops[0]?.();
  await eventually(() => expect(asked).toHaveLength(3));
  expect(asked.slice(1)).toEqual([
    subscribed('btcusdt', 'ethusdt'),
    { method: 'UNSUBSCRIBE', params: ['xrpusdt@depth20@100ms', 'xrpusdt@trade'] },
  ]);
});

it('M-08: after a cut everything watched is subscribed to again, with a gap told', async () => {
  const { asked, kinds, sockets } = await watching(['XRPUSDT']);
  sockets()[0]?.socket.terminate();
  await eventually(() => expect(kinds()).toEqual(['gap', 'gap']));
  expect(asked).toEqual([subscribed('xrpusdt'), subscribed('xrpusdt')]);
});

it('two who watch one pair cost one subscription, which ends with the second', async () => {
  const { asked, stops, sockets } = await watching(['XRPUSDT', 'XRPUSDT']);
  stops[0]?.();
  stops[0]?.();
  expect(sockets()[0]?.socket.readyState).toBe(1);
  stops[1]?.();
  await eventually(() => expect(sockets()[0]?.socket.readyState).toBe(3));
  expect(asked).toEqual([subscribed('xrpusdt')]);
});

it('a pair that is watched anew before it was given up is told to read what was before, as is a second watcher', async () => {
  const { asked, stops, details } = await watching(['XRPUSDT']);
  details?.watch('BTCUSDT', () => {});
  await eventually(() => expect(asked).toHaveLength(2));
  stops[0]?.();
  const anew: PairEvent[] = [];
  const second: PairEvent[] = [];
  details?.watch('XRPUSDT', (event) => anew.push(event));
  details?.watch('XRPUSDT', (event) => second.push(event));
  details?.watch('XRPUSDT', () => expect.unreachable('it is not watched any more'))();
  await eventually(() => expect([anew, second]).toEqual([[{ kind: 'gap' }], [{ kind: 'gap' }]]));
  expect(asked).toEqual([subscribed('xrpusdt'), subscribed('btcusdt')]);
});
