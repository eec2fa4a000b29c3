import { describe, expect, it } from 'vitest';
import { atMarket, outsideBench, type OutsideGroup } from '../../../../../tests/factories/external-group.ts';
import { buyLimit, sellLimit, sellOco } from '../../../../../tests/factories/paper-exchange.ts';
import { waitedFor } from '../../../../../tests/setup/locked-block.ts';
import { until } from '../../../../../tests/setup/until.ts';

const bench = outsideBench();
const { control, price } = bench;
const XRP = { symbol: 'XRPUSDT' };

/** 192.3 on the main key, 61.5 and 123 on its copies; net of fees 192.1, 61.4 and 122.8 can be sold. */
async function bought(...copies: string[]): Promise<OutsideGroup> {
  const who = await bench.group(...(copies.length > 0 ? copies : ['320', '640']));
  await who.hand.place(atMarket('BUY', '192.3'));
  await who.become(Array.from({ length: 1 + who.copies.length }, () => 'filled'));
  return who;
}
const last = async (who: OutsideGroup) => (await who.sent()).map((lines) => lines.at(-1));
const lastSent = (who: OutsideGroup, ...wanted: unknown[]) =>
  until(async () => expect(await last(who)).toEqual(wanted));
const resting = (who: OutsideGroup, ...wanted: string[][]) =>
  until(async () => expect(await who.resting()).toEqual(wanted));

describe('closing directly on the exchange', () => {
  it('rule 7: every copy closes the same part: 57.6 of 192.1 is 18.4 of 61.4; the rest ends the block', async () => {
    const who = await bought();
    const [main] = await who.rows();
    await who.hand.place(atMarket('SELL', '57.6'));
    await lastSent(
      who,
      'SELL MARKET GTC 57.6 at 0 FILLED',
      'SELL LIMIT IOC 18.4 at 0.5174 FILLED',
      'SELL LIMIT IOC 36.8 at 0.5174 FILLED',
    );
    await who.become(['filled', 'filled', 'filled']);
    await who.hand.place(atMarket('SELL', '134.5'));
    await lastSent(
      who,
      'SELL MARKET GTC 134.5 at 0 FILLED',
      'SELL LIMIT IOC 43 at 0.5174 FILLED',
      'SELL LIMIT IOC 86 at 0.5174 FILLED',
    );
    await who.endAs(['closed', 'closed', 'closed']);
    const rows = await who.rows('history');
    expect(rows.map(({ profitValue }) => profitValue)).toEqual([-0.203892, -0.083928, -0.167856]);
    expect(await who.story(main?.['blockId'])).toContain(
      'Closed on the exchange directly: sell 57.6 XRP at 0.5200; repeated on 2 keys.',
    );
  });

  it('is followed though a part of the block changes at the same moment', async () => {
    const who = await bought('320');
    const { sql } = bench.site().database;
    await sql.begin(async (tx) => {
      await tx`select id from order_blocks where user_id = ${who.userId} for update`;
      await who.hand.place(atMarket('SELL', '192.1'));
      await waitedFor(sql);
      await tx`update positions set updated_at = updated_at where user_id = ${who.userId}`;
    });
    await who.endAs(['closed', 'closed']);
  });

  it('a limit order rests on every key, and is taken back on every key', async () => {
    const who = await bought('320');
    const { body } = await who.hand.place(sellLimit('96', '0.54'));
    await lastSent(who, 'SELL LIMIT GTC 96 at 0.54 NEW', 'SELL LIMIT GTC 30.7 at 0.54 NEW');
    await who.become(['closing', 'closing']);
    await who.hand.del('/api/v3/order', { ...XRP, orderId: body.orderId });
    await lastSent(who, 'SELL LIMIT GTC 96 at 0.54 CANCELED', 'SELL LIMIT GTC 30.7 at 0.54 CANCELED');
    await who.become(['filled', 'filled']);
    await who.hand.place(sellLimit('192.1', '0.54'));
    await lastSent(who, 'SELL LIMIT GTC 192.1 at 0.54 NEW', 'SELL LIMIT GTC 61.4 at 0.54 NEW');
    await price('0.54');
    await who.endAs(['closed', 'closed']);
  });

  it('two sales at two prices are each their part', async () => {
    const who = await bought('320');
    await who.hand.place(sellLimit('96', '0.54'));
    await who.hand.place(sellLimit('96.1', '0.55'));
    await resting(who, ['SELL LIMIT 96', 'SELL LIMIT 96.1'], ['SELL LIMIT 30.7', 'SELL LIMIT 30.7']);
    await price('0.55');
    await who.endAs(['closed', 'closed']);
  });

  it('a part too small for a copy is left out, with its reason in the row', async () => {
    const who = await bought('320', '640');
    await who.hand.place(atMarket('SELL', '20'));
    await lastSent(
      who,
      'SELL MARKET GTC 20 at 0 FILLED',
      expect.stringContaining('BUY'),
      'SELL LIMIT IOC 12.7 at 0.5174 FILLED',
    );
    const [, small] = await who.rows();
    expect(small).toMatchObject({
      status: 'filled',
      statusReason: "The main key closed a part. Here that would be 6.3 XRP, under the exchange's minimum of 5 USDT.",
    });
  });

  it('what rests of a copy’s entry is bought no more once the main key is out', async () => {
    const who = await bench.group('320');
    await who.hand.place(buyLimit('192.3', '0.5'));
    await who.become(['placed', 'placed']);
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '192.3' });
    await price('0.5');
    await who.become(['filled', 'placed']);
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
    await price('0.51');
    await who.hand.place(atMarket('SELL', '192.1'));
    await who.endAs(['closed', 'removed']);
    await who.show(
      ['BUY LIMIT GTC 192.3 at 0.5 FILLED', 'SELL MARKET GTC 192.1 at 0 FILLED'],
      ['BUY LIMIT GTC 61.5 at 0.5 CANCELED'],
    );
  });

  it('one sale of several deals closes each of them', async () => {
    const who = await bought('320');
    await who.hand.place(atMarket('BUY', '192.3'));
    await who.become(['filled', 'filled'], ['filled', 'filled']);
    const copied = (await who.sent())[1]?.map((line) => Number(line.split(' ')[3])) ?? [];
    await who.hand.place(atMarket('SELL', '288.1'));
    await who.endAs(['closed', 'closed']);
    await who.become(['filled', 'filled']);
    const rows = (await who.rows('history')) as { profitValue: number }[];
    expect(rows[0]?.profitValue).toBeCloseTo(-0.2, 1);
    await who.hand.place(atMarket('SELL', '96.1'));
    await who.endAs(['closed', 'closed'], ['closed', 'closed']);
    const sold = (await who.sent())[1]
      ?.filter((line) => line.startsWith('SELL'))
      .map((line) => Number(line.split(' ')[3]));
    const sum = (numbers: number[] = []) => numbers.reduce((all, one) => all + one, 0);
    expect(sum(copied) - sum(sold)).toBeGreaterThan(0);
    expect(sum(copied) - sum(sold)).toBeLessThan(0.5);
    const lost = Object.values(await who.content('history')).map(([main]) => main?.['profitValue']);
    expect(lost).toEqual([expect.closeTo(-0.2039, 2), expect.closeTo(-0.2039, 2)]);
  });
});

describe('targets set directly on the exchange', () => {
  it('copy by price, go with them, and are held by every key itself', async () => {
    const who = await bought('320');
    await who.hand.placeList('oco', sellOco('192.1', '0.546', '0.494'));
    await resting(
      who,
      ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'],
      ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'],
    );
    await until(async () =>
      expect((await who.rows())[1]).toMatchObject({ status: 'targets-placed', protection: 'exchange' }),
    );
    await who.hand.del('/api/v3/openOrders', XRP);
    await resting(who, [], []);
    await who.hand.placeList('oco', sellOco('192.1', '0.55', '0.48'));
    await resting(
      who,
      ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'],
      ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'],
    );
    await price('0.55');
    await who.endAs(['closed', 'take-profit-filled']);
    await resting(who, [], []);
  });

  it('a stop alone, hit', async () => {
    const who = await bought('320');
    await who.hand.place({ side: 'SELL', type: 'STOP_LOSS', quantity: '192.1', stopPrice: '0.494' });
    await resting(who, ['SELL STOP_LOSS 192.1'], ['SELL STOP_LOSS 61.4']);
    await price('0.494');
    await who.endAs(['closed', 'stop-loss-filled']);
  });

  it('give way to a sale at market', async () => {
    const who = await bought('320');
    await who.hand.placeList('oco', sellOco('192.1', '0.546', '0.494'));
    await resting(
      who,
      ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'],
      ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'],
    );
    await who.hand.del('/api/v3/openOrders', XRP);
    await who.hand.place(atMarket('SELL', '192.1'));
    await who.endAs(['closed', 'closed']);
    await resting(who, [], []);
  });
});

describe('acted on here, a deal made there is a block like any other', () => {
  it('takes targets on every key', async () => {
    const who = await bought('320');
    const [main] = await who.rows();
    const targets = { blockId: main?.['blockId'], takeProfitPrice: 0.546, stopLossPrice: 0.494 };
    expect((await who.block('POST', 'third', targets)).body).toMatchObject({ errorMessage: null, failed: [] });
    await resting(
      who,
      ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'],
      ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'],
    );
    await price('0.546');
    await who.endAs(['take-profit-filled', 'take-profit-filled']);
  });

  it('closes on every key, its owner’s own resting sale taken down first', async () => {
    const who = await bought('320');
    const [main] = await who.rows();
    await who.hand.place(sellLimit('96', '0.54'));
    await who.become(['closing', 'closing']);
    const closed = await who.block('PUT', 'second/close/', { blockId: main?.['blockId'] });
    expect(closed.body).toMatchObject({ error: null, failed: [] });
    await who.endAs(['closed', 'closed']);
    await lastSent(who, 'SELL MARKET GTC 192.1 at 0 FILLED', 'SELL MARKET GTC 61.4 at 0 FILLED');
  });

  it('closes though its owner’s own take profit and stop rest there: the exchange ends both, and you are not asked', async () => {
    const who = await bought('320');
    const [main] = await who.rows();
    await who.hand.placeList('oco', sellOco('192.1', '0.546', '0.494'));
    await resting(
      who,
      ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'],
      ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'],
    );
    const closed = await who.block('PUT', 'fourth/close', { blockId: main?.['blockId'] });
    expect(closed.body).toMatchObject({ error: null, failed: [] });
    await who.endAs(['closed', 'closed']);
    await lastSent(who, 'SELL MARKET GTC 192.1 at 0 FILLED', 'SELL MARKET GTC 61.4 at 0 FILLED');
    expect(
      (await who.story(main?.['blockId'])).filter((line) => /was canceled on the exchange directly/.test(line)),
    ).toEqual([]);
  });

  it('is removed on every key while it is not filled', async () => {
    const who = await bench.group('320');
    await who.hand.place({ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '200', price: '0.5' });
    await who.become(['placed', 'placed']);
    const [main] = await who.rows();
    const removed = await who.block('DELETE', 'first/', { blockId: main?.['blockId'] });
    expect(removed.body).toEqual({ error: null });
    await who.show(['BUY LIMIT GTC 200 at 0.5 CANCELED'], ['BUY LIMIT GTC 64 at 0.5 CANCELED']);
  });
});
