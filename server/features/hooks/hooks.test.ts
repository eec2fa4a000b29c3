import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { webhookInSame } from '../../../tests/worked-examples/webhooks.ts';
import { hookWorld, type HookWorld, knockAt } from '../../../tests/factories/hook-world.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { fingerprint } from './door/once-key.ts';
import { forgetSignals } from './signals.store.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());
/** A person has twenty hooks at most, and a session does not last for days. */
const someone = () =>
  beforeAll(async () => {
    who = await hookWorld(site, clock);
  });
// Within the limits of a person: so many calls in ten seconds.
beforeEach(() => pass(200_000));

const now = () => new Date(clock()).toISOString();
const tradingView = (more: Record<string, unknown> = {}) => ({
  action: 'buy',
  ticker: 'XRPUSDT',
  exchange: 'BINANCE',
  timenow: now(),
  marketPosition: 'long',
  prevMarketPosition: 'flat',
  ...more,
});

describe('W-1, W-3: the address', () => {
  someone();

  it('W-1 its url is answered once, and only its hash is stored', async () => {
    const { body } = await who.post('/api/hooks', {
      name: 'Once',
      market: 'binance',
      pairs: ['xrp_usdt'],
      actions: ['alert'],
      amount: { fixed: 10 },
      copies: false,
    });
    expect(body.hook).toMatchObject({ live: false, paused: null, mayGoLive: false, connectorName: 'Paper' });
    const token = new URL(body.hook.url).pathname.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await who.get('/api/hooks')).text).not.toContain(token);
    const rows = await site.database.sql`select * from hooks where id = ${body.hook.hookId}`;
    expect(JSON.stringify(rows)).not.toContain(token);
    const answer = await knockAt(site, new URL(body.hook.url).pathname, { body: { action: 'alert', time: now() } });
    expect([answer.status, answer.body['result']]).toEqual([200, 'dry-run']);
    expect(site.logged()).toContain(`/hook/${body.hook.hookId}/…`);
    expect(site.logged()).not.toContain(token);
  });

  it('W-3 a wrong token, a wrong id and no token are 404 with nothing said, and never in the log', async () => {
    const hook = await who.create();
    const paths = [
      `/hook/${hook.hookId}/wrong-token`,
      `/hook/${hook.hookId}`,
      `/hook/${randomUUID()}/${hook.path.split('/').at(-1)}`,
      '/hook/no-id/at-all',
    ];
    const answers = await Promise.all(paths.map((path) => knockAt(site, path, { body: tradingView() })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(site.logged()).not.toContain('wrong-token');
    expect(await hook.log()).toEqual([]);
  });

  it('W-3 a token in the body, for messages moved over', async () => {
    const hook = await who.create({ alias: 'moved' });
    const secret = hook.path.split('/').at(-1);
    const body = { secret, tv_instrument: 'XRPUSDT', action: 'enter_long', bot_uuid: 'moved', timestamp: now() };
    const answer = await knockAt(site, `/hook/${hook.hookId}`, { body });
    expect([answer.status, answer.body['result']]).toEqual([200, 'dry-run']);
    const [line] = await hook.log();
    expect(line?.body).toContain('"secret":"[cut]"');
    const text = JSON.stringify(await site.database.sql`select * from hook_signals where hook_id = ${hook.hookId}`);
    expect(text).not.toContain(secret);
    const foreign = await knockAt(site, `/hook/${hook.hookId}`, {
      body: { ...body, bot_uuid: 'other', timestamp: now() },
    });
    expect(foreign.body).toMatchObject({ result: 'refused', error: 'its bot_uuid is not the alias of this hook' });
  });

  it('W-3 only from addresses of its list', async () => {
    const hook = await who.create({ addresses: ['52.89.214.238'] });
    expect((await hook.native({ action: 'alert' })).status).toBe(404);
  });

  it('W-1 a new token: the old one works for ten more minutes', async () => {
    const hook = await who.create();
    const renewed = (await hook.call('token')).body.hook.url as string;
    const alert = () => ({ action: 'alert', time: now() });
    expect((await knockAt(site, new URL(renewed).pathname, { body: alert() })).status).toBe(200);
    pass(590_000);
    expect((await hook.send(alert())).status).toBe(200);
    pass(12_000);
    expect((await hook.send(alert())).status).toBe(404);
    expect((await knockAt(site, new URL(renewed).pathname, { body: alert() })).status).toBe(200);
  });

  it('W-3 of a thousand wrong tokens twenty a minute are looked at, and the right one still works', async () => {
    const hook = await who.create();
    await site.database.sql`delete from request_limits`;
    const statuses = new Map<number, number>();
    const begun = Date.now();
    for (let at = 0; at < 1000; at += 1) {
      const { status } = await knockAt(site, `/hook/${hook.hookId}/guess-${at}`, { body: '{}' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const minutes = Math.floor((Date.now() - begun) / MINUTE) + 1;
    expect(statuses.get(404)).toBeGreaterThanOrEqual(20);
    expect(statuses.get(404)).toBeLessThanOrEqual(20 * minutes);
    expect((statuses.get(404) ?? 0) + (statuses.get(429) ?? 0)).toBe(1000);
    expect((await hook.native({ action: 'alert' })).body['result']).toBe('dry-run');
  }, 300_000);
});

describe('W-2, W-4: bodies and answers', () => {
  someone();

  it('W-2 more than 8 KiB is 413, another type 415, and what is no JSON 400', async () => {
    const hook = await who.create();
    expect((await hook.send(`{"a":"${'x'.repeat(9 * 1024)}"}`)).status).toBe(413);
    expect((await hook.send('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    const answer = await hook.send('buy XRPUSDT', { 'content-type': 'text/plain; charset=utf-8' });
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      'Not JSON. In TradingView, paste the message from this page.',
    ]);
    expect((await hook.send('{"a":'.repeat(1000) + '1' + '}'.repeat(1000))).status).toBe(400);
    expect((await hook.send({ action: 'open', pair: 'XRPUSDT', leverage: 3 })).status).toBe(400);
    expect((await hook.log()).map(({ result }) => result)).toEqual(['malformed', 'malformed', 'malformed']);
  });

  it('W-2 TradingView sends JSON as text/plain too', async () => {
    const hook = await who.create();
    const answer = await hook.send(tradingView(), { 'content-type': 'text/plain' });
    expect([answer.status, answer.body['result']]).toEqual([200, 'dry-run']);
  });

  it('W-4 503 where it could not be written, so that it is sent again', async () => {
    const hook = await who.create();
    await site.database.sql`alter table hook_signals rename to hook_signals_gone`;
    const answer = await hook.native({ action: 'open' });
    await site.database.sql`alter table hook_signals_gone rename to hook_signals`;
    expect(answer.status).toBe(503);
    expect((await hook.native({ action: 'open' })).status).toBe(200);
  });
});

describe('W-5: once', () => {
  someone();

  it('W-5 a fingerprint is the one of the worked example (webhook-in-same)', () => {
    for (const text of webhookInSame.in.bodies)
      expect(fingerprint(webhookInSame.in.hook, JSON.parse(text))).toBe(webhookInSame.out.fingerprint);
  });

  it('W-5 twenty equal calls at once are one signal and one order', async () => {
    const hook = await who.create();
    await hook.live();
    const before = await who.buys();
    const body = tradingView();
    // W-4: a sender whose turn does not come within a second sends again.
    const send = () =>
      until(async () => {
        const answer = await hook.send(body);
        expect(answer.status).toBe(200);
        return answer;
      });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    const results = answers.map(({ body: { result } }) => result);
    expect(results.filter((result) => result === 'taken')).toHaveLength(1);
    expect(results.filter((result) => result === 'duplicate')).toHaveLength(19);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    await hook.done(2);
    expect(await who.buys()).toBe(before + 1);
    const [line] = await hook.log();
    expect([line?.state, line?.repeats]).toEqual(['done', 19]);
    await hook.native({ action: 'close' });
    await hook.done(3);
  });

  it.each([
    ['TradingView', { action: 'buy', ticker: 'XRPUSDT' }],
    ['3Commas', { tv_instrument: 'XRPUSDT', action: 'enter_long', bot_uuid: 'moved' }],
    ['Altrady', { api_key: 'key', symbol: 'XRPUSDT', action: 'open' }],
  ])('W-5 the same alertTimestamp is the same signal, whatever else differs: %s', async (_, body) => {
    const hook = await who.create({ alias: 'moved' });
    const ends = async (alertTimestamp: string, price: number) =>
      (await hook.send({ ...body, timenow: now(), alertTimestamp, price })).body['result'];
    const [fired, later] = [now(), new Date(clock() + 1000).toISOString()];
    expect([await ends(fired, 0.52), await ends(fired, 0.53)]).toEqual(['dry-run', 'duplicate']);
    expect(await ends(later, 0.53)).not.toBe('duplicate');
  });

  it('W-5 the same id is the same signal for 24 hours; without any time the same body for 30 s', async () => {
    const hook = await who.create({ undated: true });
    const named = () => ({ id: 'one', action: 'alert', time: now() });
    expect((await hook.send(named())).body['result']).toBe('dry-run');
    pass(23 * 3_600_000);
    expect((await hook.send(named())).body['result']).toBe('duplicate');
    pass(3_600_001);
    expect((await hook.send(named())).body['result']).toBe('dry-run');
    const undated = { action: 'alert' };
    expect((await hook.send(undated)).body['result']).toBe('dry-run');
    pass(29_000);
    expect((await hook.send(undated)).body['result']).toBe('duplicate');
    pass(1500);
    expect((await hook.send(undated)).body['result']).toBe('dry-run');
  });
});

describe('W-6 to W-10: what is refused', () => {
  someone();

  interface Row {
    template?: Record<string, unknown>;
    sends: Record<string, unknown>;
    sentence: RegExp;
  }
  const open = { action: 'open' };
  const refusals: [string, Row][] = [
    ['W-6 an old time', { sends: { ...open, time: -74_000 }, sentence: /^came 7[4-9] s late; the longest is 60$/ }],
    ['W-6 a future time', { sends: { ...open, time: 9000 }, sentence: /^its time is [6-9] s ahead/ }],
    ['W-6 no time', { sends: { ...open, time: null }, sentence: /^It does not say when it was made/ }],
    ['W-8 a perpetual', { sends: { ...open, pair: 'XRPUSDT.P' }, sentence: /^XRPUSDT\.P is a perpetual/ }],
    ['W-7 another pair', { sends: { ...open, pair: 'BTCUSDT' }, sentence: /^BTCUSDT is not among the pairs/ }],
    [
      'W-7 an action that it may not',
      { template: { actions: ['alert'] }, sends: open, sentence: /^this hook may not open$/ },
    ],
    [
      'W-7 more than its amount',
      { template: { amount: { atMost: 20 } }, sends: { ...open, amount: 21 }, sentence: /^the signal wants 21;/ },
    ],
    [
      'W-7 targets that it may not set',
      { template: { actions: ['open'] }, sends: { ...open, stopLoss: 0.4 }, sentence: /^this hook takes no targets/ },
    ],
    ['W-9 nothing to close', { sends: { action: 'close' }, sentence: /^out of step: this hook holds nothing/ }],
    [
      'W-10 more than a signal may spend',
      { template: { perSignalUsdt: 49 }, sends: open, sentence: /^50\.00 USDT is more than the 49/ },
    ],
  ];
  it.each(refusals)('%s', async (_, { template = {}, sends: { time, ...body }, sentence }) => {
    const hook = await who.create(template);
    const at = time === undefined || time === null ? clock() : clock() + Number(time);
    const dated = time === null ? {} : { time: new Date(at).toISOString() };
    const answer = await hook.send({ pair: 'XRP_USDT', ...dated, ...body });
    expect([answer.status, answer.body['result']]).toEqual([200, 'refused']);
    expect(answer.body['error']).toMatch(sentence);
    const [line] = await hook.log();
    expect([line?.result, line?.reason]).toEqual(['refused', answer.body['error']]);
  });

  it('W-8 enter_short without coins held', async () => {
    const hook = await who.create({ alias: 'x' });
    const body = { tv_instrument: 'XRPUSDT', action: 'enter_short', bot_uuid: 'x', timestamp: now() };
    expect((await hook.send(body)).body['error']).toBe('Tandem trades spot: it cannot sell what it does not hold.');
  });

  it('W-8 a signal about another exchange', async () => {
    const hook = await who.create();
    expect((await hook.send(tradingView({ exchange: 'KRAKEN' }))).body['error']).toMatch(/^the signal is about KRAKEN/);
  });

  it('W-10 the sixteenth signal in three minutes pauses it, until its owner lets it go on', async () => {
    const hook = await who.create();
    for (let at = 0; at < 15; at += 1) await hook.native({ action: 'alert', id: `n${at}` });
    const refused = await hook.native({ action: 'alert', id: 'n15' });
    expect(refused.body['result']).toBe('refused');
    const { content } = (await who.get('/api/hooks')).body as { content: { hookId: string; paused: string | null }[] };
    expect(content.find(({ hookId }) => hookId === hook.hookId)?.paused).toMatch(/more than 15 signals/);
    pass(200_000);
    expect((await hook.native({ action: 'alert', id: 'n16' })).body['error']).toBe('this hook is paused');
    await who.send('PATCH', `/api/hooks/${hook.hookId}`, { json: { paused: false } });
    expect((await hook.native({ action: 'alert', id: 'n17' })).body['result']).toBe('dry-run');
  });
});

describe('W-13: the log', () => {
  someone();

  it('W-13 says when, from where, how much, in which format and what came of it, as a file too, for 90 days', async () => {
    const hook = await who.create();
    const before = clock();
    await hook.native({ action: 'alert', id: 'kept' });
    const [line] = await hook.done();
    const at = line?.receivedAt ?? 0;
    expect([at >= before, at <= clock()]).toEqual([true, true]);
    expect(line).toMatchObject({
      sentAt: expect.any(Number),
      address: expect.any(String),
      bytes: expect.any(Number),
      format: 'native',
      result: 'dry-run',
      reason: null,
      action: 'alert',
      outcome: expect.any(String),
    });
    expect(line?.body).toContain('kept');
    const file = await who.get(`/api/hooks/${hook.hookId}/signals.csv`);
    expect(file.text.split('\r\n')[0]).toMatch(/^receivedAt,sentAt,address,bytes,format,result,reason,/);
    expect(file.text).toContain(`${at}`);
    await forgetSignals(site.database.db, at + 90 * DAY);
    expect(await hook.log()).toHaveLength(1);
    await forgetSignals(site.database.db, at + 90 * DAY + 1);
    expect(await hook.log()).toEqual([]);
  });
});
