import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ErrorBody,
  type PaperBench,
  type PaperTrader,
  buyLimit,
  openPaperExchange,
} from '../../../tests/factories/paper-exchange.ts';
import { openSocket } from '../../../tests/factories/paper-socket.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 2, 12, 0, 15);
const OVER =
  'Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.';
const banned = (until: number) =>
  `Way too much request weight used; IP banned until ${until}. Please use WebSocket Streams for live updates to avoid bans.`;

let now: number;
let bench: PaperBench;
let ann: PaperTrader;
beforeEach(async () => {
  now = START;
  bench = await openPaperExchange({ clock: () => now });
  await bench.price('XRPUSDT', '0.5300');
  ann = await bench.trader();
});
afterEach(() => bench.close());

const ping = () => bench.call<ErrorBody>('/api/v3/ping');
const used = ({ headers }: { headers: Headers }) => Number(headers.get('x-mbx-used-weight-1m'));
const place = (fields: object = {}) => ann.place({ ...buyLimit('100', '0.5200'), ...fields, timestamp: now });
/** Uses up the minute but for `left`, by calls that weigh much and do little. */
async function spendAllBut(left: number): Promise<void> {
  for (let spent = used(await ping()); spent + left < 6000;) {
    const heavy = 6000 - left - spent >= 80;
    spent = used(await (heavy ? ann.get('/api/v3/openOrders', { timestamp: now }) : ping()));
  }
}
const untilBanned = async () => {
  for (let call = 0; call < 30; call += 1) {
    const answer = await ping();
    if (answer.status !== 429) return answer;
  }
  throw new Error('not banned');
};

describe('request weight', () => {
  it('is on every answer, whatever it is', async () => {
    const before = used(await ping());
    const depth = await bench.call('/api/v3/depth?symbol=XRPUSDT&limit=101');
    expect(used(depth)).toBe(before + 25);
    expect(depth.headers.get('x-mbx-used-weight')).toBe(String(before + 25));
    expect(used(await bench.call('/api/v3/depth?symbol=NOPE'))).toBe(before + 30);
    expect(used(await bench.call('/api/v3/nowhere'))).toBe(before + 30);
    now += MINUTE;
    expect(used(await ping())).toBe(1);
  });

  it('orders cost nothing when they succeed, and their weight when not; trying one out always costs', async () => {
    const before = used(await ping());
    const placed = await place();
    expect(placed.status).toBe(200);
    expect(used(placed)).toBe(before);
    expect(used(await place({ price: '0.52005' }))).toBe(before + 1);
    const terms = { symbol: 'XRPUSDT', timestamp: now };
    const cancelled = await ann.del('/api/v3/order', { ...terms, orderId: placed.body.orderId });
    expect(used(cancelled)).toBe(before + 1);
    expect(used(await ann.post('/api/v3/order/test', { ...buyLimit('100', '0.52'), ...terms }))).toBe(before + 2);
  });

  it('6000 a minute are served; then comes 429 with the seconds that are left of the minute', async () => {
    await spendAllBut(1);
    expect(await ping()).toMatchObject({ status: 200 });
    const refused = await ping();
    expect(refused).toMatchObject({ status: 429, body: { code: -1003, msg: OVER } });
    expect(refused.headers.get('retry-after')).toBe('45');
    expect(used(refused)).toBeGreaterThan(6000);
    now += 44_999;
    expect((await ping()).headers.get('retry-after')).toBe('1');
    now += 1;
    expect((await ping()).status).toBe(200);
  });

  it('is what the exchange was given, and it shows so', async () => {
    await bench.close();
    bench = await openPaperExchange({ clock: () => now, weight: 100 });
    const { body } = await bench.call<{ rateLimits: object[] }>('/api/v3/exchangeInfo?symbol=XRPUSDT');
    expect(body.rateLimits[0]).toEqual({
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'MINUTE',
      intervalNum: 1,
      limit: 100,
    });
    for (let call = 0; call < 4; call += 1) expect((await bench.call('/api/v3/exchangeInfo')).status).toBe(200);
    expect(await ping()).toMatchObject({ status: 429, body: { msg: OVER.replace('6000', '100') } });
  });

  it('is counted by address', async ({ skip }) => {
    // Only Linux has all of 127.0.0.0/8 on its loopback.
    skip(process.platform !== 'linux');
    await spendAllBut(0);
    expect((await ping()).status).toBe(429);
    const status = await new Promise((resolve, reject) => {
      const url = `${bench.urls().restUrl}/api/v3/ping`;
      request(url, { localAddress: '127.0.0.2' }, (answer) => resolve(answer.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

describe('bans', () => {
  it('come to those who go on, and nothing is run until they are over', async () => {
    await spendAllBut(0);
    const refused = await untilBanned();
    const until = now + 2 * MINUTE;
    expect(refused).toMatchObject({ status: 418, body: { code: -1003, msg: banned(until) } });
    expect(refused.headers.get('retry-after')).toBe('120');
    now += MINUTE + 30_000;
    const order = await place({ newClientOrderId: 'banned' });
    expect(order).toMatchObject({ status: 418, body: { code: -1003, msg: banned(until) } });
    expect(order.headers.get('retry-after')).toBe('30');
    expect(used(order)).toBe(0);
    now = until;
    expect((await ping()).status).toBe(200);
    const lookup = { symbol: 'XRPUSDT', origClientOrderId: 'banned', timestamp: now };
    expect((await ann.get('/api/v3/order', lookup)).body.code).toBe(-2013);
  });

  it('grow with each repeat', async () => {
    for (const minutes of [2, 4, 8]) {
      await spendAllBut(0);
      const refused = await untilBanned();
      expect(refused.body.msg).toBe(banned(now + minutes * MINUTE));
      now += minutes * MINUTE;
    }
  });
});

describe('on the websocket API', () => {
  it('a connection weighs 2; refusals say when to come back, and a ban hangs up', async () => {
    const before = used(await ping());
    const client = await openSocket(bench.urls().wsApiUrl);
    expect(used(await ping())).toBe(before + 3);
    await spendAllBut(0);
    const refused = await client.ask('time');
    const data = { serverTime: now, retryAfter: now + 45_000 };
    expect(refused).toMatchObject({ status: 429, error: { code: -1003, msg: OVER, data } });
    const until = now + 2 * MINUTE;
    await untilBanned();
    expect(await client.closed).toBe(1008);
    await expect(openSocket(bench.urls().wsApiUrl)).rejects.toThrow('Unexpected server response: 418');
    now = until;
    const again = await openSocket(bench.urls().wsApiUrl);
    await spendAllBut(0);
    for (let call = 1; call <= 11; call += 1) again.send({ id: call, method: 'ping' });
    const ban = { code: -1003, msg: banned(now + 4 * MINUTE), data: { serverTime: now, retryAfter: now + 4 * MINUTE } };
    expect(await again.until(({ id }) => id === 10)).toMatchObject({ status: 429 });
    expect(await again.until(({ id }) => id === 11)).toMatchObject({ status: 418, error: ban });
    expect(await again.closed).toBe(1008);
    // Market data has a host of its own on the real exchange.
    (await openSocket(`${bench.urls().wsUrl}/ws`)).socket.close();
  });
});

describe('unfilled orders', () => {
  const counts = ({ headers }: { headers: Headers }) =>
    ['10s', '1d'].map((interval) => headers.get(`x-mbx-order-count-${interval}`));
  const current = async () => {
    const { body } = await ann.get<{ count: number }[]>('/api/v3/rateLimit/order', { timestamp: now });
    return body.map(({ count }) => count);
  };

  it('are counted by what is placed, less what trades; cancelling and expiring change nothing', async () => {
    const placed = await place();
    expect(counts(placed)).toEqual(['1', '1']);
    const taker = { side: 'BUY', type: 'MARKET', quantity: '100', timestamp: now };
    expect(counts(await ann.place(taker))).toEqual(['1', '1']);
    await ann.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: placed.body.orderId, timestamp: now });
    expect(await current()).toEqual([1, 1]);
    const expired = await place({ timeInForce: 'IOC' });
    expect(expired.body.status).toBe('EXPIRED');
    expect(await current()).toEqual([2, 2]);
    now += 10_000;
    expect(await current()).toEqual([0, 2]);
    expect(counts(await place())).toEqual(['1', '3']);
  });

  it('a fill of yesterday’s order lowers today’s count, and never below none', async () => {
    await place();
    now = Date.UTC(2026, 10, 3, 1);
    expect(await current()).toEqual([0, 0]);
    await place({ price: '0.5100' });
    expect(await current()).toEqual([1, 1]);
    await bench.price('XRPUSDT', '0.5200');
    expect(await current()).toEqual([0, 0]);
    await bench.price('XRPUSDT', '0.5100');
    expect(await current()).toEqual([0, 0]);
  });

  it('over the limit are refused until the interval is over', async () => {
    for (let count = 0; count < 100; count += 1) expect((await place()).status).toBe(200);
    const refused = await place();
    expect(refused).toMatchObject({
      status: 429,
      body: { code: -1015, msg: 'Too many new orders; current limit is 100 orders per 10 SECOND.' },
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    now += 5000;
    expect((await place()).status).toBe(200);
  });
});
