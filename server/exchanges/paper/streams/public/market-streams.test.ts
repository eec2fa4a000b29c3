import { describe, expect, it } from 'vitest';
import { buyLimit, paperBench } from '../../../../../tests/factories/paper-exchange.ts';
import { openSocket } from '../../../../../tests/factories/paper-socket.ts';
import { until } from '../../../../../tests/setup/until.ts';

const paper = paperBench();

type Row = [price: string, qty: string];
interface Book {
  lastUpdateId: number;
  bids: Row[];
  asks: Row[];
}
const open = (path: string) => openSocket(`${paper.bench.urls().wsUrl}${path}`);
const decimal = expect.stringMatching(/^-?\d+\.\d+$/);
const whole = expect.any(Number);
const depth = async (limit: number) =>
  (await paper.bench.call<Book>(`/api/v3/depth?symbol=XRPUSDT&limit=${limit}`)).body;

/** Each of the one-letter names, with the same kind of value. */
const all = (names: string, value: unknown) => Object.fromEntries(names.split('').map((name) => [name, value]));

describe('the fields of', () => {
  it.each([
    ['miniTicker', { e: '24hrMiniTicker', E: whole, c: '0.53000000', ...all('ohlvq', decimal) }],
    [
      'ticker',
      {
        e: '24hrTicker',
        c: '0.53000000',
        Q: '0.10000000',
        b: '0.52990000',
        a: '0.53010000',
        ...all('pPwxBAohlvq', decimal),
        ...all('EOCFLn', whole),
      },
    ],
    ['avgPrice', { e: 'avgPrice', E: whole, i: '5m', w: '0.53000000', T: whole }],
    ['aggTrade', { e: 'aggTrade', p: '0.53000000', q: decimal, m: false, M: true, ...all('EaflT', whole) }],
    ['bookTicker', { u: whole, b: '0.52990000', B: decimal, a: '0.53010000', A: decimal }],
  ])('%s', async (name, fields) => {
    const client = await open(`/ws/xrpusdt@${name}`);
    await paper.bench.price('XRPUSDT', '0.5300');
    expect(await client.until((message) => message.s === 'XRPUSDT')).toEqual({ s: 'XRPUSDT', ...fields });
    client.socket.close();
  });

  it('kline', async () => {
    const client = await open('/ws/xrpusdt@kline_1h');
    const { k, ...head } = await client.until((message) => message.e === 'kline');
    expect(head).toEqual({ e: 'kline', E: whole, s: 'XRPUSDT' });
    const fixed = { s: 'XRPUSDT', i: '1h', c: '0.53000000', x: false, B: '0' };
    expect(k).toEqual({ ...fixed, ...all('tTfLn', whole), ...all('ohlvqVQ', decimal) });
    client.socket.close();
  });
});

describe('the book', () => {
  it.each(['depth5', 'depth10@100ms', 'depth20@100ms'])('%s shows the best levels of each side', async (name) => {
    const client = await open(`/stream?streams=xrpusdt@${name}`);
    await paper.bench.price('XRPUSDT', '0.5310');
    const { stream, data } = await client.until(
      (message) => (message.data as unknown as Book).bids[0]?.[0] === '0.53090000',
    );
    expect(stream).toBe(`xrpusdt@${name}`);
    expect(data).toEqual(await depth(Number(/\d+/.exec(name)?.[0])));
    client.socket.close();
  });

  /** The procedure of web-socket-streams.md, "How to manage a local order book correctly". */
  class LocalBook {
    updateId: number;
    readonly bids: Map<string, string>;
    readonly asks: Map<string, string>;
    constructor(snapshot: Book) {
      this.updateId = snapshot.lastUpdateId;
      this.bids = new Map(snapshot.bids);
      this.asks = new Map(snapshot.asks);
    }
    apply({ U, u, b, a }: { U: number; u: number; b: Row[]; a: Row[] }): void {
      if (u < this.updateId) return;
      expect(U).toBeLessThanOrEqual(this.updateId + 1);
      this.#write(this.bids, b);
      this.#write(this.asks, a);
      this.updateId = u;
    }
    #write(side: Map<string, string>, rows: Row[]): void {
      for (const [price, qty] of rows) {
        if (Number(qty) === 0) side.delete(price);
        else side.set(price, qty);
      }
    }
    best(count: number): Pick<Book, 'bids' | 'asks'> {
      const sorted = (side: Map<string, string>, sign: 1 | -1) =>
        [...side].toSorted(([one], [other]) => sign * (Number(one) - Number(other))).slice(0, count);
      return { bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
    }
  }

  it.each(['depth', 'depth@100ms'])('%s keeps a local book true, over small moves and over leaps', async (name) => {
    const client = await open(`/ws/xrpusdt@${name}`);
    const book = new LocalBook(await depth(1000));
    let applied = 0;
    for (const price of ['0.5304', '0.5290', '0.7301', '0.3100', '0.5300']) {
      await paper.bench.price('XRPUSDT', price);
      const { bids, asks, lastUpdateId } = await depth(100);
      await until(() => {
        while (applied < client.messages.length) book.apply(client.messages[applied++] as never);
        expect(book.updateId).toBe(lastUpdateId);
      });
      expect(book.best(100)).toEqual({ bids, asks });
    }
    const moves = [...client.messages];
    const ann = await paper.bench.trader();
    await ann.place(buyLimit('777.7', '0.5285'));
    const { bids } = await depth(100);
    await until(() => {
      while (applied < client.messages.length) book.apply(client.messages[applied++] as never);
      expect(book.best(100).bids).toEqual(bids);
    });
    const ids = moves.map(({ U, u }) => ({ U: Number(U), u: Number(u) }));
    for (const [index, { U }] of ids.slice(1).entries()) expect(U).toBe((ids[index]?.u ?? 0) + 1);
    expect(client.messages[0]).toEqual({
      e: 'depthUpdate',
      s: 'XRPUSDT',
      ...all('EUu', whole),
      ...all('ba', expect.any(Array)),
    });
    client.socket.close();
  });
});

it('the best prices are published when an order of an account becomes one of them', async () => {
  const client = await open('/ws/xrpusdt@bookTicker');
  const ann = await paper.bench.trader();
  await paper.bench.price('XRPUSDT', '0.5300');
  await ann.place(buyLimit('777.7', '0.5299'));
  const { bids } = await depth(1);
  await client.until(({ b, B }) => b === '0.52990000' && B === bids[0]?.[1]);
  client.socket.close();
});

describe('streams that are no more, or never were', () => {
  it('are silent', async () => {
    const client = await open('/stream?streams=!ticker@arr/XRPUSDT@trade/nope@trade/!miniTicker@arr');
    await until(() => expect(client.messages.length).toBeGreaterThan(2));
    expect([...new Set(client.messages.map(({ stream }) => stream))]).toEqual(['!miniTicker@arr']);
    client.socket.close();
  });
});
