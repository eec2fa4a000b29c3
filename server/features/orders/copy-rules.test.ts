import { describe, expect, it } from 'vitest';
import { type Copiers, copiers } from '../../../tests/factories/copiers.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });

type Row = Record<string, unknown>;
const ETHBTC = { market: 'binance', symbolName: 'eth_btc', counterEarning: true };
const ORDER = { ...ETHBTC, price: 0.05, counterQuantity: 0.1 };

/** One BTC is 60,000 USDT and one ETH 0.05 BTC; the main key and its copy have one BTC and ten ETH each. */
async function ethBtc(): Promise<Copiers> {
  await control('price', { symbol: 'BTCUSDT', price: '60000' });
  await control('price', { symbol: 'ETHBTC', price: '0.05' });
  const priceOf = (symbol: string) => site.deps.markets.lastPrice('binance', symbol)?.price.toNumber();
  await until(() => expect([priceOf('BTCUSDT'), priceOf('ETHBTC')]).toEqual([60_000, 0.05]));
  const who = await copiers(site, { main: '1000', copies: ['1000'] });
  for (const key of [who.paperKey, ...who.copies.map(({ paperKey }) => paperKey)])
    for (const [asset, free] of [
      ['BTC', '1'],
      ['ETH', '10'],
    ] as const)
      await control('balance', { key, asset, free });
  await until(() => {
    for (const uid of [who.keyUid, ...who.copies.map(({ uid: copy }) => copy)])
      expect(site.deps.keys.balances.of(who.userId, uid)?.free.get('BTC')?.toNumber()).toBe(1);
  });
  return who;
}

const size = (who: Copiers, rule: { ceiling?: number | null; fixed?: number | null; multiplier?: number }) =>
  who.send('PUT', '/api/key/group/copy', {
    json: { mainUid: who.keyUid, updateUid: who.copies[0]?.uid, multiplier: 1, ceiling: null, ...rule },
  });
const receiptOf = async (who: Copiers, section = 'buy') =>
  (await who.post(`/api/markets/spot/preview/${section}`, ORDER)).body.receipts[1] as Row;
async function copyOf(who: Copiers, section: string): Promise<Row | undefined> {
  const query = `market=binance&symbolName=eth_btc&counterEarning=true&section=${section}`;
  const { content } = (await who.get(`/api/markets/spot/list?${query}`)).body;
  return (Object.values(content)[0] as Row[])[1];
}

describe('V-04 amounts of a copy rule are USDT on every pair', () => {
  it.each([
    ['buy', { ceiling: 25 }, 0.0083],
    ['sell', { ceiling: 25 }, 0.0083],
    ['buy', { fixed: 15 }, 0.005],
    ['sell', { fixed: 15 }, 0.005],
  ])(
    'V-04 a %s of ETH/BTC by the rule %j becomes %d ETH, in the receipt and on the exchange',
    async (section, rule, eth) => {
      const who = await ethBtc();
      expect(await receiptOf(who, section)).toMatchObject({ quantity: 2, error: null });
      await size(who, rule);
      expect(await receiptOf(who, section)).toMatchObject({ quantity: eth, error: null });
      expect((await who.post(`/api/markets/spot/first/${section}`, ORDER)).body.error).toBeNull();
      await until(async () => expect(await copyOf(who, section)).toMatchObject({ firstPlacedQuantity: eth }));
    },
  );

  it('V-04 the preview of a rule and a copy that is tried again convert it alike', async () => {
    const who = await ethBtc();
    const json = { mainUid: who.keyUid, symbolName: 'eth_btc', counterQuantity: 0.1 };
    const rule = { updateUid: who.copies[0]?.uid, multiplier: 1, ceiling: null, fixed: 3 };
    const previewed = async (unsaved: object) =>
      ((await who.post('/api/key/group/preview', { ...json, rule: unsaved })).body.copies as Row[])[0];
    expect(await previewed(rule)).toMatchObject({
      counterQuantity: null,
      reason: expect.stringMatching(
        /^0.00005 BTC is under the 0.0001 BTC minimum. Set this key's fixed amount to 6 USDT/,
      ),
      least: 6,
    });
    expect(await previewed({ ...rule, fixed: 15 })).toMatchObject({ counterQuantity: 0.00025, least: 6 });
    await size(who, { fixed: 3 });
    const { body } = await who.post('/api/markets/spot/first/buy', { ...ORDER, price: 0.049 });
    await until(async () => expect(await copyOf(who, 'buy')).toMatchObject({ status: 'skipped' }));
    await size(who, { fixed: 15 });
    const retried = await who.retry(body.orderBlock.blockId, who.copies[0]?.uid ?? '');
    // 15 USDT are 0.00025 BTC, at 0.049.
    expect(retried.body).toMatchObject({ error: null, orderBlock: { firstPlacedQuantity: 0.0051 } });
  });
});

describe('V-12 a copy over a limit is skipped, its main order is placed', () => {
  const limits = (who: Copiers, json: { perOrder: number; perDay: number }) =>
    who.send('PUT', '/api/user/limits', { json: { ...json, thinMarkets: false } });
  const receipts = async (who: Copiers) =>
    ((
      await who.post('/api/markets/spot/preview/buy', {
        market: 'binance',
        symbolName: 'xrp_usdt',
        price: 0.5,
        counterQuantity: 54,
        counterEarning: true,
      })
    ).body.receipts as Row[]) ?? [];

  it('V-12 a copy of 1,000 times the main order: skipped in the receipt and in its row, with the reason', async () => {
    const who = await copiers(site, { main: '100', copies: ['100000', '100'] });
    await size(who, { multiplier: 1 });
    const sentence = /^This copy is worth 54000 USDT; your limit for one order is 25000 USDT/;
    expect(await receipts(who)).toMatchObject([
      { quantity: 108, error: null },
      { quantity: 0, error: expect.stringMatching(sentence) },
      { quantity: 108, error: null },
    ]);
    expect((await who.buy({ price: 0.5, counterQuantity: 54 })).body.error).toBeNull();
    await until(async () =>
      expect(await who.rows()).toMatchObject([
        { status: 'placed' },
        { status: 'skipped', skipCode: 'OVER_LIMIT', statusReason: expect.stringMatching(sentence) },
        { status: 'placed', firstPlacedQuantity: 108 },
      ]),
    );
    const [large] = who.copies;
    expect(await who.sent(large?.paperKey ?? '')).toBe(0);
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(108);
  });

  it('V-12 the day has room for the main order and one copy: the second copy is skipped, and counts for nothing', async () => {
    const who = await copiers(site, { main: '100', copies: ['100', '100'] });
    await limits(who, { perOrder: 54, perDay: 108 });
    expect((await receipts(who)).map(({ quantity }) => quantity)).toEqual([108, 108, 0]);
    expect((await who.buy({ price: 0.5, counterQuantity: 54 })).body.error).toBeNull();
    await until(async () =>
      expect((await who.rows()).map(({ status }) => status)).toEqual(['placed', 'placed', 'skipped']),
    );
    expect((await who.rows())[2]?.statusReason).toMatch(/^With this copy you would have ordered 162 USDT in 24 hours/);
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(108);
  });

  it('V-12 a main order over the limit is refused as before, with all its copies', async () => {
    const who = await copiers(site, { main: '100', copies: ['100'] });
    await limits(who, { perOrder: 53.99, perDay: 1000 });
    expect((await who.buy({ price: 0.5, counterQuantity: 54 })).body.error).toMatch(/^This order is worth 54 USDT/);
    expect((await who.rows()).length).toBe(0);
  });
});
