import { describe, expect, it, vi } from 'vitest';
import { scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';
import type { Exchange } from '../../exchange.ts';

type TradeEvent = Parameters<Parameters<Exchange['watchTrades']>[0]>[0];
type World = Awaited<ReturnType<typeof scriptedBinance>>;

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const quick = { firstPause: 10, longestPause: 50 };
const marketSockets = ({ exchange }: World) => exchange.connections.filter(({ path }) => path === '/stream');

const tradeFrame = (price: string) =>
  JSON.stringify({ stream: 'xrpusdt@trade', data: { e: 'trade', E: 6, s: 'XRPUSDT', t: 1, p: price, q: '1.0', T: 5 } });

describe('trades', () => {
  async function watching(timings = {}) {
    const world = await scriptedBinance({ ...quick, ...timings });
    const subscribed: unknown[] = [];
    world.exchange.onFrame((socket, { id, params }) => {
      subscribed.push(params);
      socket.send(JSON.stringify({ result: null, id }));
    });
    await world.binance.start();
    const events: TradeEvent[] = [];
    const unwatch = world.binance.watchTrades((event) => events.push(event));
    await eventually(() => expect(events).toEqual([{ kind: 'gap' }]));
    return { world, events, unwatch, subscribed };
  }

  it('come in order, after one gap', async () => {
    const { world, events, subscribed } = await watching();
    expect(subscribed).toEqual([['xrpusdt@trade']]);
    for (const price of ['0.5200', '0.5201']) marketSockets(world)[0]?.socket.send(tradeFrame(price));
    await eventually(() => expect(events).toHaveLength(3));
    const reported = events.map((event) => (event.kind === 'trade' ? event.trade.price.toFixed() : event.kind));
    expect(reported).toEqual(['gap', '0.52', '0.5201']);
    expect(events[1]).toMatchObject({ trade: { symbol: 'XRPUSDT', time: 5 } });
  });

  it('go on after a cut, with a gap said', async () => {
    const { world, events } = await watching();
    marketSockets(world)[0]?.socket.terminate();
    await eventually(() => expect(events).toHaveLength(2));
    expect(events[1]).toEqual({ kind: 'gap' });
    marketSockets(world)[1]?.socket.send(tradeFrame('0.53'));
    await eventually(() => expect(events).toHaveLength(3));
  });

  it('M-08: leave a server that is about to shut down, and one that is silent', async () => {
    const { world, events } = await watching();
    const shutdown = { stream: '!serverShutdown', data: { e: 'serverShutdown', E: 1 } };
    marketSockets(world)[0]?.socket.send(JSON.stringify(shutdown));
    await eventually(() => expect(events).toHaveLength(2));
    const silent = await watching({ silence: 200 });
    await eventually(() => expect(marketSockets(silent.world).length).toBeGreaterThan(2));
    expect(silent.events.every(({ kind }) => kind === 'gap')).toBe(true);
  });

  it('M-08: renew before the exchange cuts at 24 h', async () => {
    const { world, events } = await watching({ streamLife: 100 });
    await eventually(() => expect(events.length).toBeGreaterThan(2));
    expect(marketSockets(world).length).toBeGreaterThan(2);
  });

  it('frames that cannot be read change nothing', async () => {
    const { world, events } = await watching();
    const socket = marketSockets(world)[0]?.socket;
    for (const frame of ['{', 'null', '[]', '{"data":{"e":"trade","s":"XRPUSDT","p":1}}', tradeFrame('1e9')])
      socket?.send(frame);
    socket?.send(tradeFrame('0.52'));
    await eventually(() => expect(events).toHaveLength(2));
    expect(events[1]).toMatchObject({ kind: 'trade' });
  });

  it("a listener's mistake reaches neither the process nor the others", async () => {
    const { world, events } = await watching();
    world.binance.watchTrades(() => {
      throw new Error('thrown');
    });
    const rejecting: (event: TradeEvent) => unknown = () => Promise.reject(new Error('rejected'));
    world.binance.watchTrades(rejecting);
    marketSockets(world)[0]?.socket.send(tradeFrame('0.52'));
    await eventually(() => expect(events).toHaveLength(2));
    await eventually(() =>
      expect(world.logged.filter((line) => /"(thrown|rejected)"/.test(line)).length).toBeGreaterThan(1),
    );
  });

  it('one who comes later is told when it is live; the last to leave closes the line', async () => {
    const { world, unwatch } = await watching();
    const later: TradeEvent[] = [];
    const leave = world.binance.watchTrades((event) => later.push(event));
    await eventually(() => expect(later).toEqual([{ kind: 'gap' }]));
    expect(marketSockets(world)).toHaveLength(1);
    leave();
    unwatch();
    await eventually(() => expect(marketSockets(world)[0]?.socket.readyState).toBe(3));
  });
});
