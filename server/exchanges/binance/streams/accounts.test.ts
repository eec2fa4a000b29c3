import { Big } from 'big.js';
import { describe, expect, it, vi } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../../tests/factories/scripted-binance.ts';
import type { AccountEvent } from '../../exchange.ts';

type World = Awaited<ReturnType<typeof scriptedBinance>>;

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const quick = { firstPause: 10, longestPause: 50, keyPace: 5 };
const accountSockets = ({ exchange }: World) => exchange.connections.filter(({ path }) => path === '/ws-api/v3');

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
      const reported: AccountEvent[] = [];
      events.set(apiKey, reported);
      return world.binance.watchAccount({ ...credentials, apiKey }, (event) => reported.push(event));
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
    push(0, 1, { e: 'outboundAccountPosition', B: [{ a: 'XRP', f: '49.95000000', l: '0.00000000' }] });
    await eventually(() => expect(events.get('two')).toHaveLength(3));
    const [, order, balance] = events.get('two') ?? [];
    const fill = { tradeId: '31', exchangeOrderId: '7', commissionAsset: 'XRP', side: 'buy' };
    expect(order).toMatchObject({ kind: 'order', order: { clientOrderId: 'tandem-1', state: 'partly-filled' }, fill });
    expect(balance).toEqual({
      kind: 'balance',
      balances: [{ asset: 'XRP', free: new Big('49.95'), locked: new Big(0) }],
    });
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
    push(0, 0, { e: 'balanceUpdate', a: 'XRP', d: '10.00000000', T: 1 });
    await eventually(() => expect(events.get('one')?.at(-1)).toEqual({ kind: 'balance', balances: [] }));
    const [, pending, expired] = events.get('one') ?? [];
    const list = { exchangeListId: '27', type: 'stop', side: 'sell' };
    expect(pending).toMatchObject({ order: { ...list, state: 'pending', expiryReason: null } });
    expect(expired).toMatchObject({ order: { ...list, state: 'expired', expiryReason: 'OCO_TRIGGER' }, fill: null });
    const reported = [pending, expired].map((event) => (event?.kind === 'order' ? event.order : undefined));
    expect(reported.map((order) => [order?.quantity.toFixed(), order?.stopPrice?.toFixed()])).toEqual([
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
      for (const reported of events.values()) expect(reported).toHaveLength(2);
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

  it('req. 13: over nine hundred keys take a second connection, each told once', async () => {
    const keys = Array.from({ length: 905 }, (_, index) => `key-${index}`);
    const { world, events } = await watching(keys);
    expect(accountSockets(world)).toHaveLength(2);
    expect([...events.values()].every((reported) => reported.length === 1)).toBe(true);
  });

  it('req. 13: the weight that an answer here tells counts for requests there', async () => {
    const world = await scriptedBinance(quick, { clock: () => 1_800_000_000_000 });
    const rateLimits = [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000, count: 5_900 },
    ];
    world.exchange.onFrame((socket, { id }) =>
      socket.send(JSON.stringify({ id, status: 200, result: { subscriptionId: 0 }, rateLimits })),
    );
    const reported: AccountEvent[] = [];
    world.binance.watchAccount(credentials, (event) => reported.push(event));
    await eventually(() => expect(reported).toEqual([{ kind: 'gap' }]));
    expect(await world.binance.place(credentials, terms)).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(world.exchange.asked('POST /api/v3/order')).toBe(0);
  });

  it('M-18: a connection counts as a request: none is made while the minute is used up, nor while the exchange wants nothing', async () => {
    let now = 1_800_000_000_000 + 60_400;
    const world = await scriptedBinance(quick, { clock: () => now });
    const { exchange, binance } = world;
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder, headers: { 'x-mbx-used-weight-1m': '5999' } }));
    await binance.find(credentials, terms);
    binance.watchAccount(credentials, () => undefined);
    binance.details?.watch(terms.symbol, () => undefined);
    // Asked for later, and there.
    await eventually(() => expect(exchange.connections.some(({ path }) => path.startsWith('/stream'))).toBe(true));
    expect(accountSockets(world)).toHaveLength(0);
    now += 100;
    await eventually(() => expect(accountSockets(world)).toHaveLength(1));
  });

  it('-2042: a connection whose numbers are used up gives way to a new one', async () => {
    const world = await scriptedBinance(quick);
    const usedUp = { status: 400, error: { code: -2042, msg: 'Maximum subscription ID reached for this connection.' } };
    world.exchange.onFrame((socket, { id }) => {
      const first = accountSockets(world)[0]?.socket === socket;
      const reply = first ? usedUp : { status: 200, result: { subscriptionId: 0 } };
      socket.send(JSON.stringify({ id, ...reply }));
    });
    const reported: AccountEvent[] = [];
    world.binance.watchAccount(credentials, (event) => reported.push(event));
    await eventually(() => expect(reported).toEqual([{ kind: 'gap' }]));
    expect(accountSockets(world)).toHaveLength(2);
  });
});
