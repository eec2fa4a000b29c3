import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Visitor } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const wanted = (more: Record<string, unknown> = {}) => ({
  market: 'BINANCE',
  symbol: 'XRP_USDT',
  price: 0.53,
  type: 'PRICE_RISES_ABOVE',
  informing: 'ONLY_ONCE',
  ...more,
});
type Caller = Pick<Visitor, 'send' | 'get'>;
const change = (who: Caller, json: unknown) => who.send('PATCH', '/api/alert/', { json });
const list = async (who: Caller) => (await who.get('/api/alert/list?market=BINANCE')).body;

describe('K-1 an alert on a condition', () => {
  const CROSSES = { direction: 'up', interval: '1h' };
  const LINE = { from: { time: 1_700_000_000_000, price: 0.5 }, to: { time: 1_800_000_000_000, price: 0.6 } };
  const on = ({ condition, ...more }: Record<string, unknown>) => ({
    ...wanted({ price: undefined, type: undefined, ...more }),
    condition,
  });
  const MOVE = { kind: 'percent-move', direction: 'up', percent: 3, window: '1h' };

  it.each([
    [MOVE],
    [{ kind: 'volume', factor: 2.5, bars: 20, interval: '15m' }],
    [{ kind: 'rsi', length: 14, level: 30, ...CROSSES }],
    [{ kind: 'rsi', length: 14, level: 30, ...CROSSES, duringBar: true }],
    [{ kind: 'ema', fast: 9, slow: 21, ...CROSSES }],
    [{ kind: 'price-ema', length: 21, ...CROSSES }],
    [{ kind: 'macd', fast: 12, slow: 26, signal: 9, against: 'zero', ...CROSSES }],
    [{ kind: 'bollinger', length: 20, band: 'lower', ...CROSSES }],
    [{ kind: 'trendline', ...LINE, straightIn: 'percent', until: 4_000_000_000_000, direction: 'either' }],
    [{ kind: 'time', time: { kind: 'once', at: 4_000_000_000_000, zone: 'Europe/Berlin' } }],
    [{ kind: 'time', time: { kind: 'weekly', minute: 510, days: [1, 5], zone: 'UTC' } }],
  ])('is the same row in the list: %j', async (condition) => {
    const ada = await person(site);
    const { body } = await ada.post('/api/alert/', on({ condition }));
    expect(body).toMatchObject({ error: null, alert: { condition, price: null, type: null, active: true } });
    expect((await list(ada)).content).toEqual([body.alert]);
  });

  it('K-9: on listings has no pair, and is in the list with the others', async () => {
    const ada = await person(site);
    const condition = { kind: 'listing', coin: 'DOGE', events: ['listed', 'trading'] };
    const { body } = await ada.post('/api/alert/', on({ condition, symbol: undefined }));
    expect(body).toMatchObject({ error: null, alert: { condition, symbol: null, price: null, active: true } });
    expect((await list(ada)).content).toEqual([body.alert]);
    const { alert } = (await change(ada, { id: body.alert.id, comment: 'Mine' })).body;
    expect(alert).toMatchObject({ symbol: null, comment: 'Mine' });
    const missing = await ada.post('/api/alert/', on({ condition: MOVE, symbol: undefined }));
    expect([missing.status, missing.body.error]).toEqual([400, 'symbol: Name a coin pair such as XRP_USDT.']);
  });

  it.each([
    [{ ...MOVE, percent: 0.05 }, 'condition.percent: A move is from 0.1 to 90.'],
    [{ ...MOVE, window: '2h' }, 'condition.window: Choose one of: 1m, 5m, 15m, 1h, 4h, 24h.'],
    [
      { kind: 'rsi', length: 101, level: 30, ...CROSSES },
      'condition.length: A length is a whole number from 2 to 100.',
    ],
    [{ kind: 'ema', fast: 21, slow: 9, ...CROSSES }, 'condition: The first average must be the shorter one.'],
    [
      { kind: 'trendline', from: LINE.to, to: LINE.from, straightIn: 'price', until: 4e12, direction: 'up' },
      'condition: The second point of a trend line must be later than the first.',
    ],
    [{ kind: 'time', time: { kind: 'weekly', minute: 1440, days: [1], zone: 'UTC' } }, /between 00:00 and 23:59/],
    [{ kind: 'time', time: { kind: 'weekly', minute: 1, days: [], zone: 'UTC' } }, /Choose at least one day\./],
    [{ kind: 'listing', coin: 'doge', events: ['listed'] }, 'condition.coin: A coin is named like DOGE.'],
    [{ kind: 'listing', coin: null, events: [] }, /Choose among: listed, trading, halted, delisted\./],
    [{ kind: 'listing', coin: 'DOGE', events: ['listed'] }, 'symbol: An alert on listings has no pair: name its coin.'],
    [{ kind: 'funding' }, /Funding is not offered: spot has none\./],
  ])('is refused in a sentence: %j', async (condition, sentence) => {
    const ada = await person(site);
    const { status, body } = await ada.post('/api/alert/', on({ condition }));
    expect(status).toBe(400);
    expect(body.errorMessage ?? body.message ?? body.error).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('has no price to change, and is switched off and on', async () => {
    const ada = await person(site);
    const { id } = (await ada.post('/api/alert/', on({ condition: MOVE }))).body.alert;
    expect((await change(ada, { id, price: 0.5 })).status).toBe(400);
    expect((await change(ada, { id, active: false })).body.alert).toMatchObject({ active: false, condition: MOVE });
  });

  it('K-12, K-10: a hundred of them are the most; a pair has 32 different indicators of one length', async () => {
    const ada = await person(site);
    const rsi = (length: number, symbol = 'DOGE_USDT') =>
      on({ symbol, condition: { kind: 'rsi', length, level: 30, ...CROSSES } });
    for (let length = 2; length < 34; length += 1) await ada.post('/api/alert/', rsi(length));
    const eve = await person(site);
    const { body } = await eve.post('/api/alert/', rsi(34));
    expect(body.error).toMatch(
      /^This pair has 32 different indicators here already\. Choose one of these lengths: 1h rsi 10;/,
    );
    expect((await eve.post('/api/alert/', rsi(33))).body.error).toBeNull();
    await site.database
      .sql`insert into alerts (user_id, id, market, symbol, pair, condition, informing, comment, favorite,
        send_to_telegram, active, armed_at, created_at, sorted_at)
      select user_id, gen_random_uuid(), market, symbol, pair, condition, informing, '', false, false, false, 1, 1, 1
      from generate_series(1, 68), alerts join users using (user_id) where email = ${ada.email} and series = '1h rsi 2'`;
    expect((await ada.post('/api/alert/', rsi(2))).body.error).toMatch(/^You have 100 alerts on other conditions/);
    expect((await ada.post('/api/alert/', wanted())).body.error).toBeNull();
  });

  it('K-10: an alert is not switched on where its series would be the 33rd of its pair and length', async () => {
    const [ada, eve] = [await person(site), await person(site)];
    const rsi = (length: number) =>
      on({ symbol: 'DOGE_USDT', condition: { kind: 'rsi', length, level: 30, ...CROSSES, interval: '4h' } });
    const { id } = (await ada.post('/api/alert/', rsi(2))).body.alert;
    await site.database.sql`
      insert into alerts (user_id, id, market, symbol, pair, condition, series, informing, comment, favorite,
        send_to_telegram, active, armed_at, created_at, sorted_at)
      select user_id, gen_random_uuid(), market, symbol, pair, condition, '4h rsi ' || length, informing, '', false,
        false, true, 1, 1, 1
      from generate_series(3, 33) length, alerts where id = ${id}`;
    await change(ada, { id, active: false });
    expect((await eve.post('/api/alert/', rsi(34))).body.error).toBeNull();
    const refused = await change(ada, { id, active: true });
    expect(refused.body.error).toMatch(
      /^This pair has 32 different indicators here already\. Choose one of these lengths: 4h rsi 10;/,
    );
    const [row] = await site.database.sql`select active from alerts where id = ${id}`;
    expect(row?.active).toBe(false);
    const other = (await eve.post('/api/alert/', rsi(33))).body.alert;
    await change(eve, { id: other.id, active: false });
    expect((await change(eve, { id: other.id, active: true })).body.error).toBeNull();
  });

  it('K-2: a preview counts at the closes of bars, also for an alert that fires during them', async () => {
    const ada = await person(site);
    const condition = { kind: 'price-ema', length: 2, direction: 'either', interval: '1h' };
    const firedOf = async (more: object) => {
      const asked = { market: 'BINANCE', symbol: 'XRP_USDT', condition: { ...condition, ...more } };
      return (await ada.post('/api/alert/preview', asked)).body.fired;
    };
    const atCloses = await firedOf({});
    expect(atCloses.length).toBeGreaterThan(5);
    expect(await firedOf({ duringBar: true })).toEqual(atCloses);
  });

  it('U-10: a preview says when it would have fired in the last seven days', async () => {
    const ada = await person(site);
    const asked = { market: 'BINANCE', symbol: 'XRP_USDT', condition: { ...MOVE, percent: 0.1, window: '1m' } };
    const { body } = await ada.post('/api/alert/preview', asked);
    expect(body.error).toBeNull();
    expect(body.fired.length).toBeGreaterThan(0);
    const [first, last] = [body.fired[0].at, body.fired.at(-1).at];
    expect(last - first).toBeLessThanOrEqual(7 * 86_400_000);
    expect(body.closes.length).toBeGreaterThan(100);
    expect((await ada.post('/api/alert/preview', { ...asked, symbol: 'XRP_NOPE' })).body).toMatchObject({
      error: 'Coin pair incorrect. Choose again',
      fired: null,
    });
  });
});
