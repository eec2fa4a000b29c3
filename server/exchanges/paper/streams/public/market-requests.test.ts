import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaperBench, openPaperExchange } from '../../../../../tests/factories/paper-exchange.ts';
import { openSocket } from '../../../../../tests/factories/paper-socket.ts';

let bench: PaperBench;
// Stands still, so that the interval of a limit does not end by itself.
const now = Date.UTC(2026, 10, 2, 12, 0, 15);
beforeAll(async () => {
  bench = await openPaperExchange({ clock: () => now });
  await bench.price('XRPUSDT', '0.5300');
});
afterAll(() => bench.close());

const open = (path: string) => openSocket(`${bench.urls().wsUrl}${path}`);
const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}@trade`);

describe('requests on a market socket', () => {
  it.each([1, -5, 'a-string_1', null])('are answered with their own id: %j', async (id) => {
    const client = await open('/ws');
    client.send({ method: 'SUBSCRIBE', params: ['xrpusdt@trade'], id });
    expect(await client.until(() => true)).toEqual({ result: null, id });
    client.socket.close();
  });

  const refused: [string, unknown, object][] = [
    [
      'an unknown property',
      { method: 'SET_PROPERTY', params: ['colour', true], id: 1 },
      { code: 0, msg: 'Unknown property' },
    ],
    [
      'a property that is no switch',
      { method: 'SET_PROPERTY', params: ['combined', 'yes'], id: 1 },
      { code: 1, msg: 'Invalid value type: expected Boolean' },
    ],
    [
      'a property without a name',
      { method: 'GET_PROPERTY', id: 1 },
      { code: 2, msg: 'Invalid request: property name must be a string' },
    ],
    [
      'more than was asked for',
      { method: 'GET_PROPERTY', params: ['combined', true], id: 1 },
      { code: 2, msg: 'Invalid request: too many parameters' },
    ],
    [
      'more streams than a connection carries',
      { method: 'SUBSCRIBE', params: many(1025), id: 1 },
      { code: 2, msg: 'Invalid request: too many parameters' },
    ],
    [
      'no id',
      { method: 'LIST_SUBSCRIPTIONS' },
      { code: 2, msg: 'Invalid request: request ID must be an unsigned integer' },
    ],
    [
      'a fraction for an id',
      { method: 'LIST_SUBSCRIPTIONS', id: 1.5 },
      { code: 2, msg: 'Invalid request: request ID must be an unsigned integer' },
    ],
    [
      'an unknown method',
      { method: 'subscribe', id: 1 },
      {
        code: 2,
        msg: 'Invalid request: unknown variant "subscribe", expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY` at line 1 column 28',
      },
    ],
    [
      'no method',
      { params: ['xrpusdt@trade'], id: 1 },
      { code: 2, msg: 'Invalid request: missing field `method` at line 1 column 35' },
    ],
    ['half a message', '{"method":', { code: 3, msg: 'Invalid JSON: expected value at line 1 column 10' }],
    ['a list', '[1]', { code: 2, msg: 'Invalid request: request ID must be an unsigned integer' }],
    ['a number', '7', { code: 3, msg: 'Invalid JSON: expected value at line 1 column 1' }],
    ['no JSON at all', 'hello', { code: 3, msg: 'Invalid JSON: expected value at line 1 column 1' }],
  ];
  it.each(refused)('%s', async (_case, message, answer) => {
    const client = await open('/ws');
    client.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    expect(await client.until(() => true)).toMatchObject(answer);
    client.socket.close();
  });

  it('can turn a raw connection into a combined one', async () => {
    const client = await open('/ws/xrpusdt@trade');
    expect(await client.ask('GET_PROPERTY', ['combined'])).toMatchObject({ result: false });
    expect(await client.ask('SET_PROPERTY', ['combined', true])).toMatchObject({ result: null });
    expect(await client.ask('GET_PROPERTY', ['combined'])).toMatchObject({ result: true });
    await bench.price('XRPUSDT', '0.5301');
    expect(await client.until(({ stream }) => stream === 'xrpusdt@trade')).toMatchObject({ data: { p: '0.53010000' } });
    client.socket.close();
    const combined = await open('/stream');
    expect(await combined.ask('GET_PROPERTY', ['combined'])).toMatchObject({ result: true });
    combined.socket.close();
  });
});

describe('connections', () => {
  it('on a path that leads nowhere are not made', async () => {
    for (const path of ['/', '//', '/api/v3/ping', '/wsx']) {
      await expect(open(path)).rejects.toThrow('socket hang up');
    }
  });

  it('are closed by a message that is too large', async () => {
    const client = await open('/ws');
    client.send({ id: 1, method: 'SUBSCRIBE', params: ['x'.repeat(1024 * 1024)] });
    expect(await client.closed).toBe(1009);
  });

  it('carry 1024 streams, and are closed when asked for more at once', async () => {
    const most = await open(`/stream?streams=${many(1024).join('/')}`);
    expect((await most.ask('LIST_SUBSCRIPTIONS')).result).toHaveLength(1024);
    most.socket.close();
    const tooMany = await open(`/stream?streams=${many(1025).join('/')}`);
    expect(await tooMany.closed).toBe(1008);
  });

  it('are 300 in five minutes at most, and one more is turned away', async () => {
    const attempts = [];
    for (let count = 0; count <= 300; count += 1) attempts.push(open('/ws'));
    const settled = await Promise.allSettled(attempts);
    for (const attempt of settled) if (attempt.status === 'fulfilled') attempt.value.socket.close();
    const reasons = settled.flatMap((attempt) => (attempt.status === 'rejected' ? [String(attempt.reason)] : []));
    expect(reasons).not.toEqual([]);
    expect(new Set(reasons)).toEqual(new Set(['Error: Unexpected server response: 429']));
    const api = await openSocket(bench.urls().wsApiUrl);
    api.socket.close();
    // The limit stays as it is until its five minutes are over, on the exchange's own clock.
    await bench.control('clock', { skewMs: 5 * 60_000 });
    (await open('/ws')).socket.close();
  });
});
