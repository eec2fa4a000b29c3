import { describe, expect, it, vi } from 'vitest';
import { credentials, scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';
import type { AccountEvent, Exchange } from '../../exchange.ts';

type TradeEvent = Parameters<Parameters<Exchange['watchTrades']>[0]>[0];
type World = Awaited<ReturnType<typeof scriptedBinance>>;

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const quick = { firstPause: 10, longestPause: 50 };
const marketSockets = ({ exchange }: World) => exchange.connections.filter(({ path }) => path === '/stream');
const accountSockets = ({ exchange }: World) => exchange.connections.filter(({ path }) => path === '/ws-api/v3');

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
    const told = events.map((event) => (event.kind === 'trade' ? event.trade.price.toFixed() : event.kind));
    expect(told).toEqual(['gap', '0.52', '0.5201']);
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

  it('pings are signs of life', async () => {
    const { world } = await watching({ silence: 2_000 });
    const pinging = setInterval(() => marketSockets(world)[0]?.socket.ping(), 50);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    clearInterval(pinging);
    expect(marketSockets(world)).toHaveLength(1);
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

describe('accounts', () => {
  const report = {
    e: 'executionReport',
    s: 'XRPUSDT',
    c: 'tandem-1',
    C: '',
    S: 'BUY',
    o: 'LIMIT',
    P: '0.00000000',
    g: -1,
    q: '192.3',
    p: '0.52',
    x: 'TRADE',
    X: 'PARTIALLY_FILLED',
    i: 7,
    l: '50.0',
    z: '50.0',
    L: '0.5199',
    n: '0.05',
    N: 'XRP',
    T: 1_700_000_000_000,
    t: 31,
    Z: '25.995',
  };

  /** Gives out subscriptions, one for each key of a connection, and refuses the second key of one account as Binance does. */
  async function watching(keys: string[], accountOf = (key: string) => key) {
    const world = await scriptedBinance(quick);
    const taken = new Map<unknown, string[]>();
    const frames: { method?: string; params?: unknown }[] = [];
    world.exchange.onFrame((socket, frame) => {
      frames.push(frame);
      const accounts = taken.get(socket) ?? [];
      taken.set(socket, accounts);
      const account = accountOf(String((frame.params as { apiKey?: string }).apiKey));
      const active = { status: 400, error: { code: -2035, msg: 'User Data Stream subscription already active.' } };
      const fresh = () => ({ status: 200, result: { subscriptionId: accounts.push(account) - 1 } });
      const reply = frame.method?.endsWith('subscribe.signature')
        ? accounts.includes(account)
          ? active
          : fresh()
        : { status: 200 };
      socket.send(JSON.stringify({ id: frame.id, ...reply }));
    });
    const events = new Map<string, AccountEvent[]>();
    const unwatch = keys.map((apiKey) => {
      const told: AccountEvent[] = [];
      events.set(apiKey, told);
      return world.binance.watchAccount({ ...credentials, apiKey }, (event) => told.push(event));
    });
    await eventually(() => {
      for (const key of keys) expect(events.get(key)).toEqual([{ kind: 'gap' }]);
    });
    const push = (line: number, subscriptionId: number, event: object) =>
      accountSockets(world)[line]?.socket.send(JSON.stringify({ subscriptionId, event }));
    return { world, events, unwatch, push, frames };
  }

  it('all keys share one connection, each hears its own', async () => {
    const { world, events, push } = await watching(['one', 'two']);
    expect(accountSockets(world)).toHaveLength(1);
    push(0, 1, report);
    push(0, 1, { e: 'outboundAccountPosition' });
    await eventually(() => expect(events.get('two')).toHaveLength(3));
    const [, order, balance] = events.get('two') ?? [];
    const fill = { tradeId: '31', exchangeOrderId: '7', commissionAsset: 'XRP', side: 'buy' };
    expect(order).toMatchObject({ kind: 'order', order: { clientOrderId: 'tandem-1', state: 'partly-filled' }, fill });
    expect(balance).toEqual({ kind: 'balance' });
    expect(events.get('one')).toHaveLength(1);
  });

  it("a cancellation is told by the order's own id, without a fill", async () => {
    const { events, push } = await watching(['one']);
    push(0, 0, { ...report, x: 'CANCELED', X: 'CANCELED', c: 'the-cancellation', C: 'tandem-1', t: -1 });
    await eventually(() => expect(events.get('one')).toHaveLength(2));
    expect(events.get('one')?.[1]).toMatchObject({
      order: { clientOrderId: 'tandem-1', state: 'cancelled', filledQuantity: expect.anything() },
      fill: null,
    });
  });

  it('an order of a list is told with its list, its trigger, and why it expired', async () => {
    const { events, push } = await watching(['one']);
    const leg = { ...report, S: 'SELL', o: 'STOP_LOSS', P: '0.49400000', g: 27, t: -1 };
    push(0, 0, { ...leg, x: 'NEW', X: 'PENDING_NEW', q: undefined });
    push(0, 0, { ...leg, x: 'EXPIRED', X: 'EXPIRED', eR: 'OCO_TRIGGER' });
    push(0, 0, { e: 'listStatus', s: 'XRPUSDT', g: 27, c: 'OCO', l: 'ALL_DONE', L: 'ALL_DONE' });
    push(0, 0, { e: 'outboundAccountPosition' });
    await eventually(() => expect(events.get('one')?.at(-1)).toEqual({ kind: 'balance' }));
    const [, pending, expired] = events.get('one') ?? [];
    const list = { exchangeListId: '27', type: 'stop', side: 'sell' };
    expect(pending).toMatchObject({ order: { ...list, state: 'pending', expiryReason: null } });
    expect(expired).toMatchObject({ order: { ...list, state: 'expired', expiryReason: 'OCO_TRIGGER' }, fill: null });
    const told = [pending, expired].map((event) => (event?.kind === 'order' ? event.order : undefined));
    expect(told.map((order) => [order?.quantity.toFixed(), order?.stopPrice?.toFixed()])).toEqual([
      ['0', '0.494'],
      ['192.3', '0.494'],
    ]);
    expect(events.get('one')).toHaveLength(4);
  });

  it('an event that cannot be read is a gap', async () => {
    const { events, push } = await watching(['one']);
    push(0, 0, { ...report, q: 192.3 });
    await eventually(() => expect(events.get('one')).toEqual([{ kind: 'gap' }, { kind: 'gap' }]));
  });

  it('after a cut every key is subscribed again and told of the gap', async () => {
    const { world, events, push } = await watching(['one', 'two']);
    accountSockets(world)[0]?.socket.terminate();
    await eventually(() => {
      for (const told of events.values()) expect(told).toHaveLength(2);
    });
    push(1, 0, report);
    await eventually(() => expect([...events.values()].flat()).toHaveLength(5));
  });

  it('a shutdown announced by the server is taken as a cut', async () => {
    const { world, events } = await watching(['one']);
    accountSockets(world)[0]?.socket.send(JSON.stringify({ event: { e: 'serverShutdown', E: 1 } }));
    await eventually(() => expect(events.get('one')).toHaveLength(2));
    expect(accountSockets(world)).toHaveLength(2);
  });

  it('-2035: the second key of one account gets a line of its own', async () => {
    const { world, events, push } = await watching(['one', 'two', 'three'], (key) => (key === 'two' ? 'one' : key));
    expect(accountSockets(world)).toHaveLength(2);
    push(1, 0, report);
    await eventually(() => expect(events.get('two')).toHaveLength(2));
  });

  it('a subscription that the exchange ended is taken up again', async () => {
    const { events, push, frames, world } = await watching(['one']);
    world.exchange.onFrame((socket, { id }) =>
      socket.send(JSON.stringify({ id, status: 200, result: { subscriptionId: 9 } })),
    );
    push(0, 0, { e: 'eventStreamTerminated' });
    await eventually(() => expect(events.get('one')).toHaveLength(2));
    push(0, 9, report);
    await eventually(() => expect(events.get('one')).toHaveLength(3));
    expect(frames).toHaveLength(1);
  });

  it('who no longer watches is unsubscribed, and the last closes the line', async () => {
    const { world, unwatch, frames } = await watching(['one', 'two']);
    unwatch[0]?.();
    await eventually(() =>
      expect(frames.at(-1)).toMatchObject({ method: 'userDataStream.unsubscribe', params: { subscriptionId: 0 } }),
    );
    unwatch[1]?.();
    unwatch[1]?.();
    await eventually(() => expect(accountSockets(world)[0]?.socket.readyState).toBe(3));
  });

  it('nothing logged holds a key, a secret or a signature', async () => {
    const { world } = await watching(['one'.repeat(20)]);
    world.exchange.onFrame((socket, { id }) =>
      socket.send(
        JSON.stringify({ id, status: 400, error: { code: -1022, msg: 'Signature for this request is not valid.' } }),
      ),
    );
    const apiKey = 'other'.repeat(12);
    world.binance.watchAccount({ ...credentials, apiKey }, () => {});
    await eventually(() => expect(world.logged.join('')).toContain('could not be watched'));
    const logged = world.logged.join('');
    for (const hidden of [apiKey, 'one'.repeat(20), credentials.secret, 'signature'])
      expect(logged).not.toContain(hidden);
  });
});
