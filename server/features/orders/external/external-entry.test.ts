import { describe, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { atMarket, outsideBench, type OutsideGroup } from '../../../../tests/factories/external-group.ts';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';

const bench = outsideBench();
const { control, price } = bench;
const first = async (who: OutsideGroup, section = 'buy') => (await who.rows(section))[0]?.['blockId'];
const blocksOf = (who: OutsideGroup) =>
  bench.site().database.sql`select id from order_blocks where user_id = ${who.userId}`;

describe('an entry made directly on the exchange', () => {
  it('rule 7: a limit order is repeated at once, as the same limit, by the ratio of balances', async () => {
    const who = await bench.group('320', '40');
    const page = await livePage(bench.site(), who);
    const skipped = page.listen('copy-skipped');
    await page.idle();
    await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'placed', 'skipped']);
    await who.show(['BUY LIMIT GTC 200 at 0.5 NEW'], ['BUY LIMIT GTC 64 at 0.5 NEW'], []);
    const [main, copy, small] = await who.rows();
    expect(main).toMatchObject({ connectorName: 'Paper', origin: 'outside', inGroup: false, firstPlacedQuantity: 200 });
    expect(copy).toMatchObject({ connectorName: 'Copy 1', inGroup: true, firstPlacedQuantity: 64 });
    expect(small).toMatchObject({ skipCode: 'BELOW_MIN' });
    await until(() => expect(skipped.bodies()).toMatchObject([{ skipCode: 'BELOW_MIN', connectorName: 'Copy 2' }]));
    expect(await who.story(main?.['blockId'])).toContain(
      'Placed on the exchange directly: buy 200 XRP at 0.5000; repeated on one key.',
    );
    await price('0.5');
    await who.become(['filled', 'filled', 'skipped']);
  });

  it('rule 7: a market order is followed at most half a percent away, at once or never', async () => {
    const who = await bench.group('320', '640');
    await who.hand.place(atMarket('BUY', '192.3'));
    await who.become(['filled', 'filled', 'filled']);
    await who.show(
      ['BUY MARKET GTC 192.3 at 0 FILLED'],
      ['BUY LIMIT IOC 61.5 at 0.5226 FILLED'],
      ['BUY LIMIT IOC 123 at 0.5226 FILLED'],
    );
    expect((await who.rows())[0]).toMatchObject({ firstFilledQuantity: 192.3, firstFilledPrice: 0.52, drift: 0 });
  });

  it('what is not offered at that price in time is not bought, and the row says so', async () => {
    const who = await bench.group('6400');
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '200' });
    await who.hand.place(atMarket('BUY', '192.3'));
    await until(async () =>
      expect((await who.rows())[1]).toMatchObject({
        status: 'filled',
        firstFilledQuantity: 200,
        statusReason: '200 of 1,230.7 could be bought in time at 0.5226 or better.',
      }),
    );
    expect((await who.sent())[1]).toEqual(['BUY LIMIT IOC 1230.7 at 0.5226 EXPIRED']);
  });

  it('S-35: a copy that the limits forbid is skipped and says so; what its owner deals there counts for nothing', async () => {
    const who = await bench.group('6400');
    const usual = { perOrder: 25_000, perDay: 150, thinMarkets: false };
    await who.send('PUT', '/api/user/limits', { json: usual });
    await who.hand.place(atMarket('BUY', '192.3'));
    await who.become(['filled', 'skipped']);
    expect((await who.rows())[1]).toMatchObject({
      skipCode: 'OVER_LIMIT',
      statusReason: expect.stringMatching(/^With this copy you would have ordered [\d.]+ USDT in 24 hours/),
    });
    await who.show(['BUY MARKET GTC 192.3 at 0 FILLED'], []);
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(0);
  });

  it('V-04 a ceiling is USDT on a pair priced in BTC as well', async () => {
    const who = await bench.group('320');
    const [copy] = who.copies;
    await control('price', { symbol: 'BTCUSDT', price: '60000' });
    await control('price', { symbol: 'ETHBTC', price: '0.05' });
    const last = (symbol: string) => bench.site().deps.markets.lastPrice('binance', symbol)?.price.toNumber();
    await until(() => expect([last('BTCUSDT'), last('ETHBTC')]).toEqual([60_000, 0.05]));
    const json = { mainUid: who.keyUid, updateUid: copy?.uid, multiplier: 1, ceiling: 25 };
    await who.send('PUT', '/api/key/group/copy', { json });
    const entry = { symbol: 'ETHBTC', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '2', price: '0.049' };
    await who.hand.place(entry);
    await until(async () => {
      const found = await bench.site().database.sql<{ quantity: string }[]>`
        select trim_scale(quantity)::text as quantity from paper.orders where api_key = ${copy?.paperKey ?? ''}`;
      // 25 USDT are 0.000416 BTC, at 0.049.
      expect(found).toEqual([{ quantity: '0.0085' }]);
    });
  });

  it('a sale is repeated by what is free of the base, and bought back by the same part', async () => {
    const who = await bench.group('320');
    await control('balance', { key: who.copies[0]?.paperKey ?? '', asset: 'XRP', free: '2500' });
    await who.hand.place(atMarket('SELL', '400'));
    await until(async () => expect((await who.rows('sell')).map(({ status }) => status)).toEqual(['filled', 'filled']));
    await who.hand.place(atMarket('BUY', '200'));
    await who.show(
      ['SELL MARKET GTC 400 at 0 FILLED', 'BUY MARKET GTC 200 at 0 FILLED'],
      ['SELL LIMIT IOC 100 at 0.5174 FILLED', 'BUY LIMIT IOC 50 at 0.5226 FILLED'],
    );
  });

  it('all of the balance is all of it on a copy, though the exchange has tied it up by then', async () => {
    const who = await bench.group('320');
    await who.hand.place(buyLimit('2000', '0.5'));
    await who.show(['BUY LIMIT GTC 2000 at 0.5 NEW'], ['BUY LIMIT GTC 640 at 0.5 NEW']);
  });

  it('several at once are each sized by what was free before it', async () => {
    const who = await bench.group('320');
    for (const at of ['0.5', '0.49', '0.48']) await who.hand.place(buyLimit('400', at));
    await until(async () => {
      const quantities = (await who.sent())[1]?.map((line) => Number(line.split(' ')[3])) ?? [];
      const [one = 0, two = 0, three = 0] = quantities;
      // By 200 of 1,000, 196 of 800 and 192 of 604; of 320, or less where the copy knows of its own order by then.
      expect([quantities.length, one]).toEqual([3, 128]);
      expect([two >= 128 && two <= 160, three >= 128 && three <= 212]).toEqual([true, true]);
    });
  });

  it('what the owner cancels is cancelled on the copies; what was filled of it stays', async () => {
    const who = await bench.group('320');
    const { body } = await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'placed']);
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '220' });
    await price('0.5');
    await who.become(['filled', 'partly-filled']);
    const other = await who.hand.place(buyLimit('100', '0.49'));
    await who.become(['placed', 'placed'], ['filled', 'partly-filled']);
    await who.hand.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: other.body.orderId });
    await who.become(['filled', 'partly-filled']);
    expect((await who.hand.find(body.orderId)).body.status).toBe('FILLED');
    expect((await who.sent())[1]).toEqual([
      'BUY LIMIT GTC 64 at 0.5 PARTIALLY_FILLED',
      expect.stringMatching(/^BUY LIMIT GTC .* at 0.49 CANCELED$/),
    ]);
  });

  it('partly filled and cancelled by its owner, the copies keep what they have', async () => {
    const who = await bench.group('640');
    const { body } = await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'placed']);
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
    await price('0.5');
    await who.become(['partly-filled', 'placed']);
    await who.hand.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: body.orderId });
    await until(async () =>
      expect((await who.rows()).map(({ status, firstFilledQuantity }) => [status, firstFilledQuantity])).toEqual([
        ['filled', 50],
        ['removed', 0],
      ]),
    );
    await who.show(['BUY LIMIT GTC 200 at 0.5 CANCELED'], ['BUY LIMIT GTC 128 at 0.5 CANCELED']);
  });
});

describe('what is not repeated', () => {
  it('anything, where the group does not say so: nothing of it is kept either', async () => {
    const who = await bench.group('320');
    await who.repeat(false);
    await who.hand.place(buyLimit('200', '0.5'));
    await who.repeat(true);
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed']);
    await who.show(
      ['BUY LIMIT GTC 200 at 0.5 NEW', 'BUY LIMIT GTC 100 at 0.48 NEW'],
      [expect.stringContaining(' at 0.48 ') as string],
    );
    await price('0.5');
    await until(async () => expect((await who.sent())[0]?.[0]).toContain('FILLED'));
    expect(await blocksOf(who)).toHaveLength(1);
  });

  it('is reported, and not stored, where the group does not repeat', async () => {
    const who = await bench.group('320');
    await who.repeat(false);
    const page = await livePage(bench.site(), who);
    const deals = page.listen('outside-deal');
    await page.idle();
    // Its owner is here: what copies are sized by is watched from now on.
    await who.get('/api/key/all');
    await until(() => expect(bench.site().deps.keys.balances.of(who.userId, who.keyUid)).not.toBeNull());
    await who.hand.place(buyLimit('200', '0.5'));
    const { keyUid } = who;
    const deal = { keyUid, keyName: 'Paper', market: 'binance', symbolName: 'xrp_usdt', side: 'buy' };
    await until(() => expect(deals.bodies()).toEqual([{ ...deal, quantity: 200, price: 0.5 }]));
    expect(await blocksOf(who)).toEqual([]);
    expect((await who.sent())[1]).toEqual([]);
    await who.repeat(true);
    await who.hand.place(buyLimit('100', '0.49'));
    await who.become(['placed', 'placed']);
    expect(deals.bodies()).toHaveLength(1);
  });

  it('switched off in between: what was repeated is followed to its end, nothing new is', async () => {
    const who = await bench.group('320');
    const { body } = await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'placed']);
    await who.repeat(false);
    await who.hand.place(buyLimit('100', '0.49'));
    await who.hand.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: body.orderId });
    await who.become();
    await who.show(
      ['BUY LIMIT GTC 200 at 0.5 CANCELED', 'BUY LIMIT GTC 100 at 0.49 NEW'],
      ['BUY LIMIT GTC 64 at 0.5 CANCELED'],
    );
    expect(await blocksOf(who)).toHaveLength(1);
  });

  it('what Tandem itself places on the main key, nor its targets', async () => {
    const who = await bench.group('320');
    const placed = await who.buy({ takeProfitPrice: 0.546, stopLossPrice: 0.494 });
    expect(placed.body.error).toBeNull();
    await who.become(['targets-placed', 'targets-placed']);
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed'], ['targets-placed', 'targets-placed']);
    await price('0.546');
    await who.become(['placed', 'placed']);
    expect(await blocksOf(who)).toHaveLength(2);
    expect((await who.sent()).map((lines) => lines.length)).toEqual([4, 4]);
  });

  it('a stop that waits; what it comes to is followed', async () => {
    const who = await bench.group('320');
    await who.hand.place({ side: 'BUY', type: 'STOP_LOSS', quantity: '192.3', stopPrice: '0.53' });
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed']);
    await price('0.53');
    await who.become(['filled', 'filled'], ['placed', 'placed']);
    expect((await who.sent())[1]?.at(-1)).toMatch(/^BUY LIMIT IOC .* at 0.5326 FILLED$/);
  });
});

it('F-14: a copy that fails keeps no other', async () => {
  const who = await bench.group('320', '320', '320');
  await control('key', { key: who.copies[1]?.paperKey ?? '', spot: false });
  await who.hand.place(buyLimit('200', '0.5'));
  await who.become(['placed', 'placed', 'rejected', 'placed']);
  expect((await who.rows())[2]).toMatchObject({ statusReason: expect.stringMatching(/permission|key/i) as string });
  expect(await first(who)).toBeDefined();
});
