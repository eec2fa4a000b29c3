import { describe, expect, it } from 'vitest';
import { authenticator } from '../../../tests/factories/authenticator.ts';
import { copiers } from '../../../tests/factories/copiers.ts';
import { openPaperExchange } from '../../../tests/factories/paper-exchange.ts';
import { PASSWORD, person, trader, type Visitor } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const ORDER = { market: 'binance', symbolName: 'xrp_usdt', price: 0.5, counterQuantity: 100, counterEarning: true };
const limits = (who: Pick<Visitor, 'send'>, json: object) => who.send('PUT', '/api/user/limits', { json });
const usual = { perOrder: 25_000, perDay: 100_000, thinMarkets: false };

describe('S-35: caps that are on from the first', () => {
  const bench = paperSite();

  it('an order above the cap is refused before anything is written; the preview says the same', async () => {
    const { site } = await bench;
    const who = await trader(site);
    expect((await who.get('/api/user/limits')).body).toEqual({ ...usual, usedToday: 0 });
    const sentence =
      'This order is worth 26000 USDT; your limit for one order is 25000 USDT. Change your order limits on the account page.';
    const large = { ...ORDER, counterQuantity: 26_000 };
    expect((await who.buy(large)).body.error).toBe(sentence);
    expect((await who.post('/api/markets/spot/preview/buy', large)).body.error).toBe(sentence);
    expect((await who.rows()).content).toEqual({});
  });

  it('a sale is worth what it brings at market, however low its limit', async () => {
    const { site, price } = await bench;
    await price('0.52');
    await until(() => expect(site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toNumber()).toBe(0.52));
    const who = await trader(site);
    await limits(who, { ...usual, perOrder: 110 });
    const low = { ...ORDER, price: 0.47, counterQuantity: 100 };
    const sentence = /^This order is worth 110.6[\d]* USDT; your limit for one order is 110 USDT/;
    expect((await who.post('/api/markets/spot/preview/sell', low)).body.error).toMatch(sentence);
    expect((await who.post('/api/markets/spot/first/sell', low)).body.error).toMatch(sentence);
    expect((await who.post('/api/markets/spot/first/sell', { ...low, price: 0.55 })).body.error).toBeNull();
  });

  it('a day counts what was ordered on all keys; what was cancelled unfilled counts no more', async () => {
    const { site } = await bench;
    const who = await copiers(site, { main: '1000', copies: ['1000'] });
    await limits(who, { ...usual, perDay: 350 });
    const first = await who.buy(ORDER);
    expect(first.body.error).toBeNull();
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(200);
    await limits(who, { ...usual, perDay: 299 });
    const again = await who.buy({ ...ORDER, price: 0.49 });
    expect(again.body.error).toMatch(
      /^With this order you would have ordered \d+(\.\d+)? USDT in 24 hours, copies included/,
    );
    await limits(who, { ...usual, perDay: 350 });
    const { blockId } = first.body.orderBlock;
    const json = { market: 'binance', symbolName: 'xrp_usdt', blockId };
    expect((await who.send('DELETE', '/api/markets/spot/first/', { json })).body.error).toBeNull();
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(0);
    expect((await who.buy({ ...ORDER, price: 0.48 })).body.error).toBeNull();
  });

  it('a copy that is tried again is held against them like a new one', async () => {
    const { site, control } = await bench;
    const who = await copiers(site, { main: '1000', copies: ['40'] });
    const { blockId } = (await who.buy(ORDER)).body.orderBlock;
    const [copy] = who.copies;
    if (!copy) throw new Error('There is no copy.');
    await control('balance', { key: copy.paperKey, asset: 'USDT', free: '500' });
    await until(() => expect(site.deps.keys.balances.of(who.userId, copy.uid)?.free.get('USDT')?.toNumber()).toBe(500));
    await limits(who, { ...usual, perDay: 140 });
    expect((await who.retry(blockId, copy.uid)).body.error).toMatch(/^With this copy you would have ordered 1[45]/);
    await limits(who, { ...usual, perDay: 160 });
    expect((await who.retry(blockId, copy.uid)).body.error).toBeNull();
  });

  it('of copies that are tried again at the same moment each counts the others', async () => {
    const { site, control } = await bench;
    const who = await copiers(site, { main: '1000', copies: ['40', '40', '40'] });
    const { blockId } = (await who.buy(ORDER)).body.orderBlock;
    for (const { paperKey: key } of who.copies) await control('balance', { key, asset: 'USDT', free: '500' });
    const free = (uid: string) => site.deps.keys.balances.of(who.userId, uid)?.free.get('USDT')?.toNumber();
    await until(() => expect(who.copies.map(({ uid }) => free(uid))).toEqual([500, 500, 500]));
    await limits(who, { ...usual, perDay: 160 });
    const answers = await Promise.all(who.copies.map(({ uid }) => who.retry(blockId, uid)));
    const errors = answers.map(({ body }) => body.error as string | null);
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error?.includes('in 24 hours, copies included'))).toHaveLength(2);
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(150);
  });

  it('of many orders at the same moment just so many go as the day has room for', async () => {
    const { site } = await bench;
    const who = await trader(site);
    await limits(who, { ...usual, perDay: 1000 });
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => who.buy(ORDER, { 'idempotency-key': `at once ${index}` })),
    );
    const errors = answers.map(({ body }) => body.error as string | null);
    expect(errors.filter((error) => error === null)).toHaveLength(10);
    expect(errors.filter((error) => error?.includes('in 24 hours, copies included'))).toHaveLength(15);
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(1000);
  });

  it.each([
    [{ ...usual, perOrder: 0 }, /above zero/],
    [{ ...usual, perDay: '100' }, /number/],
    [{ ...usual, perDay: undefined }, /perDay|number/],
    [{ ...usual, thinMarkets: 'yes' }, /./],
    [{ ...usual, userId: 'other' }, /./],
  ])('%j is no limit', async (json, sentence) => {
    const { site } = await bench;
    const who = await person(site);
    const answer = await limits(who, json);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await who.get('/api/user/limits')).body).toMatchObject(usual);
  });
});

it('S-08, S-35: less is given at any time, more only after a fresh proof of identity; both are written down', async () => {
  const { clock, pass } = shiftedClock();
  await using site = await closing(testSite({}, clock));
  const who = await person(site);
  pass(20 * 60_000);
  expect((await limits(who, { ...usual, perOrder: 500 })).body).toMatchObject({ perOrder: 500 });
  for (const more of [{ perOrder: 501 }, { perDay: 100_001 }, { thinMarkets: true }]) {
    const refused = await limits(who, { ...usual, perOrder: 500, ...more });
    expect([refused.status, refused.body.confirm]).toEqual([403, true]);
  }
  await who.post('/api/user/confirm', { password: PASSWORD });
  expect((await limits(who, { ...usual, perOrder: 600, thinMarkets: true })).body).toMatchObject({ perOrder: 600 });
  const { content } = (await who.get('/api/user/audit')).body;
  const kinds = (content as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'limits-changed')).toHaveLength(2);
});

it('S-35: with real money at stake a pair that hardly trades is closed until its owner opens it', async () => {
  const exchange = await openPaperExchange();
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const urls = { BINANCE_REST_URL: restUrl, BINANCE_WS_URL: wsUrl, BINANCE_WS_API_URL: wsApiUrl };
  await using site = await closing(testSite({ EXCHANGE_MODE: 'live', ...urls }));
  const who = await person(site);
  const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
  await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
  const pair = await exchange.trader();
  const { uid } = (await who.post('/api/key', { market: 'binance', name: 'Real', ...pair })).body;
  expect(uid).toEqual(expect.any(String));
  const preview = async (order: object = {}) =>
    (await who.post('/api/markets/spot/preview/buy', { ...ORDER, ...order })).body.error as string | null;
  expect(await preview()).toBeNull();
  // About 18 BTC a day.
  await exchange.control('price', { symbol: 'BTCUSDT', price: '20000' });
  await until(() => expect(site.deps.markets.lastPrice('binance', 'BTCUSDT')?.price.toNumber()).toBe(20_000));
  const price = site.deps.markets.lastPrice('binance', 'DOTBTC')?.price.toNumber();
  const thin = { symbolName: 'dot_btc', price, counterQuantity: 0.01 };
  expect(await preview(thin)).toMatch(
    /^DOT\/BTC is a low-volume pair: [\d.]+ USDT traded in 24 hours\. .* on the account page\.$/,
  );
  expect((await limits(who, { ...usual, thinMarkets: true })).body).toMatchObject({ thinMarkets: true });
  expect(await preview(thin)).toBeNull();
  await exchange.close();
});

/** Closed when the test is over. */
async function closing<T extends { close(): Promise<void> }>(opened: Promise<T>) {
  const one = await opened;
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() });
}
