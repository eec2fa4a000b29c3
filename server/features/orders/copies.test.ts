import { describe, expect, it } from 'vitest';
import { type Copiers, copiers, XRP } from '../../../tests/factories/copiers.ts';
import { livePage } from '../../../tests/factories/live-page.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control, price } = await paperSite({ anew: true });

type Row = Record<string, unknown>;
const states = async (who: Copiers, section?: string) => (await who.rows(section)).map(({ status }) => status);
const quantities = async (who: Copiers) => (await who.rows()).map(({ firstPlacedQuantity }) => firstPlacedQuantity);
const become = (who: Copiers, ...wanted: string[]) => until(async () => expect(await states(who)).toEqual(wanted));
const endAs = (who: Copiers, ...wanted: string[]) =>
  until(async () => expect(await states(who, 'history')).toEqual(wanted));

/** An entry of trading rule 1, filled on every key. */
async function filled(who: Copiers): Promise<string> {
  const { body } = await who.buy();
  expect(body.error).toBeNull();
  await become(who, 'filled', ...who.copies.map(() => 'filled'));
  return body.orderBlock.blockId;
}

const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

describe('a deal is repeated', () => {
  it('a key too small is skipped: its row says so, and so does the live channel', async () => {
    const who = await copiers(site, { main: '1000', copies: ['40'] });
    const page = await livePage(site, who);
    const skipped = page.listen('copy-skipped');
    await page.idle();
    expect((await who.buy()).body.orderBlock).toMatchObject({ firstPlacedQuantity: 192.3, inGroup: false });
    await become(who, 'filled', 'skipped');
    const statusReason = '3.99 USDT is under the 5 USDT minimum. This key needs 52.51 USDT free.';
    const skip = { keyUid: who.copies[0]?.uid, status: 'skipped', skipCode: 'BELOW_MIN', statusReason };
    expect((await who.rows())[1]).toMatchObject({ ...skip, firstPlacedQuantity: 0, drift: null });
    await until(() => expect(skipped.bodies()).toMatchObject([skip]));
    expect(await who.sent(who.copies[0]?.paperKey ?? '')).toBe(0);
  });

  it('times the key’s multiplier, up to its ceiling', async () => {
    const who = await copiers(site, { main: '1000', copies: ['320', '320'] });
    const size = (index: number, rule: { multiplier: number; ceiling: number | null }) =>
      who.send('PUT', '/api/key/group/copy', {
        json: { mainUid: who.keyUid, updateUid: who.copies[index]?.uid, ...rule },
      });
    expect((await size(0, { multiplier: 0.5, ceiling: null })).status).toBe(200);
    expect((await size(1, { multiplier: 2, ceiling: 20 })).status).toBe(200);
    await who.buy({ price: 0.5 });
    // 200.0 × 0.32 × 0.5, and 20 / 0.5.
    expect(await quantities(who)).toEqual([200, 32, 40]);
  });

  it('a key that is switched off copies nothing new; what is open is followed to its end', async () => {
    const who = await copiers(site, { main: '1000', copies: ['320'] });
    const blockId = await filled(who);
    await site.database.sql`update keys set in_process = false where id = ${who.copies[0]?.uid ?? ''}`;
    await who.buy({ price: 0.5 });
    expect(Object.values((await who.rows('buy')).map(({ inGroup }) => inGroup))).toEqual([false]);
    const { body } = await who.block('POST', 'third', { blockId, ...BOTH });
    expect(body).toMatchObject({ errorMessage: null, failed: [] });
    await price('0.546');
    await endAs(who, 'take-profit-filled', 'take-profit-filled');
  });
});

describe('one wish reaches every copy', () => {
  const OF_MAIN = ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'];
  const OF_COPY = ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'];

  it('targets, their change, their removal and the close', async () => {
    const who = await copiers(site, { main: '1000', copies: ['320'] });
    const blockId = await filled(who);
    const done = { errorMessage: null, failed: [] };
    expect((await who.block('POST', 'third', { blockId, ...BOTH })).body).toMatchObject(done);
    expect(await who.resting()).toEqual([OF_MAIN, OF_COPY]);
    const change = { blockId, takeProfitPrice: 0.55, stopLossPrice: null };
    expect((await who.block('PUT', 'third', change)).body).toMatchObject(done);
    expect(await who.resting()).toEqual([['SELL LIMIT 192.1'], ['SELL LIMIT 61.4']]);
    expect((await who.block('DELETE', 'third', { blockId })).body).toEqual(done);
    expect(await who.resting()).toEqual([[], []]);
    expect(await states(who)).toEqual(['filled', 'filled']);
    expect((await who.block('PUT', 'second/close/', { blockId })).body).toMatchObject({ error: null, failed: [] });
    await endAs(who, 'closed', 'closed');
    const rows = await who.rows('history');
    expect(rows.map(({ profitValue }) => profitValue)).toEqual([-0.203892, -0.083928]);
  });

  it('known beforehand they go out with each entry; removing takes all of it back', async () => {
    const who = await copiers(site, { main: '1000', copies: ['320'] });
    const { body } = await who.buy({ price: 0.5, ...BOTH });
    await become(who, 'placed', 'placed');
    expect((await who.resting()).map((orders) => orders.length)).toEqual([3, 3]);
    const removed = await who.block('DELETE', 'first/', { blockId: body.orderBlock.blockId });
    expect(removed.body).toEqual({ error: null });
    expect(await who.resting()).toEqual([[], []]);
    expect(await who.rows()).toEqual([]);
  });
});

it('a preview brings the numbers that placing then brings, and places nothing', async () => {
  const who = await copiers(site, { main: '1000', copies: ['320', '40'] });
  const order = { ...XRP, price: 0.52, counterQuantity: 100, counterEarning: true, ...BOTH };
  const { body } = await who.post('/api/markets/spot/preview/buy', order);
  expect(body.error).toBeNull();
  expect(await site.database.sql`select id from order_blocks where user_id = ${who.userId}`).toEqual([]);
  expect(await who.sent(who.paperKey)).toBe(0);
  const receipts = body.receipts as Row[];
  const { blockId } = (await who.buy()).body.orderBlock;
  await become(who, 'filled', 'filled', 'skipped');
  expect(
    receipts.map(({ uid, connectorName, quantity, counterQuantity, error }) => [
      uid,
      connectorName,
      quantity,
      counterQuantity,
      error,
    ]),
  ).toEqual(
    (await who.rows()).map((row) => [
      row.keyUid,
      row.connectorName,
      row.firstFilledQuantity,
      row.firstFilledCounterQuantity,
      row.statusReason,
    ]),
  );
  await who.block('POST', 'third', { blockId, ...BOTH });
  await price('0.546');
  await endAs(who, 'take-profit-filled', 'take-profit-filled', 'skipped');
  const profits = (await who.rows('history')).map(({ profitValue }) => profitValue as number);
  expect(receipts.map(({ takeProfit }) => takeProfit)).toMatchObject([
    { quantity: 192.1, profit: expect.closeTo(profits[0] ?? 0, 3) },
    { quantity: 61.4, profit: expect.closeTo(profits[1] ?? 0, 3) },
    null,
  ]);
});

it('a copy that fills less than the main key shows its drift', async () => {
  const who = await copiers(site, { main: '1000', copies: ['320'] });
  await who.buy({ price: 0.515 });
  await become(who, 'placed', 'placed');
  await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '200' });
  await price('0.515');
  await until(async () => {
    // 194.1 of 194.1, and the 5.9 that are left of 62.1.
    expect((await who.rows()).map(({ drift, filledQuantity }) => [drift, filledQuantity])).toEqual([
      [0, 100],
      [-0.904991, 9.5],
    ]);
  });
});
