import { describe, expect, it } from 'vitest';
import { type Copiers, copiers } from '../../../tests/factories/copiers.ts';
import { waitedFor } from '../../../tests/setup/locked-block.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control, price } = await paperSite({ anew: true });

const moves = async (at: string) => {
  await price(at);
  await until(() => expect(site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toFixed()).toBe(at));
};
const states = async (who: Copiers, section?: string) => (await who.rows(section)).map(({ status }) => status);
const become = (who: Copiers, ...wanted: string[]) => until(async () => expect(await states(who)).toEqual(wanted));
const endAs = (who: Copiers, ...wanted: string[]) =>
  until(async () => expect(await states(who, 'history')).toEqual(wanted));
/** A key that may not trade, and one that may again. */
const bar = (key: string) => control('key', { key, spot: false });
const admit = (key: string) => control('key', { key, spot: true });

const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };
const REFUSED = expect.stringMatching(/permission|key/i) as string;
const OF_MAIN = ['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'];
const OF_COPY = ['SELL LIMIT_MAKER 61.4', 'SELL STOP_LOSS 61.4'];

/** The next order is taken and its answer lost, as is every answer to what became of it. */
async function loseAnswer(): Promise<void> {
  await control('fault', { kind: 'drop-after', times: 1, path: 'POST /api/v3/order' });
  await control('fault', { kind: 'drop-before', times: 1000, path: 'GET /api/v3/order' });
  await control('fault', { kind: 'mute-streams', times: 1 });
}

async function answerAgain(): Promise<void> {
  await control('fault', { kind: 'drop-before', times: 0 });
  await control('fault', { kind: 'mute-streams', times: 0 });
}

/** A main key and a copy, named for brevity, with an entry of trading rule 1. */
async function pairOfKeys() {
  const who = await copiers(site, { main: '1000', copies: ['320'] });
  const [copy] = who.copies;
  if (!copy) throw new Error('There is no copy.');
  return { who, copy };
}
async function bought(who: Copiers): Promise<string> {
  const { body } = await who.buy();
  expect(body.error).toBeNull();
  await become(who, 'filled', 'filled');
  return body.orderBlock.blockId;
}

describe('F-14: what fails on one key', () => {
  it('3 of 10 copies are refused: 7 are placed, the reasons are shown, and each can be tried again', async () => {
    const who = await copiers(site, { main: '1000', copies: Array.from({ length: 10 }, () => '320') });
    const barred = who.copies.slice(2, 5);
    for (const { paperKey } of barred) await bar(paperKey);
    const { body } = await who.buy({ price: 0.5 });
    expect(body.orderBlock).toMatchObject({ status: 'placed', firstPlacedQuantity: 200 });
    await until(async () => expect(await states(who)).not.toContain('pending'));
    const rows = await who.rows();
    const failed = rows.filter(({ status }) => status === 'rejected');
    expect(failed.map(({ keyUid, statusReason }) => [keyUid, statusReason])).toEqual(
      barred.map(({ uid }) => [uid, REFUSED]),
    );
    expect(rows.filter(({ status }) => status === 'placed')).toHaveLength(8);

    const [again] = barred;
    const { blockId } = body.orderBlock;
    const still = await who.retry(blockId, again?.uid ?? '');
    expect(still.body.orderBlock).toMatchObject({ status: 'rejected' });
    await admit(again?.paperKey ?? '');
    expect((await who.retry(blockId, again?.uid ?? '')).body).toMatchObject({
      error: null,
      orderBlock: { status: 'placed', statusReason: null, firstPlacedQuantity: 64 },
    });
    expect((await who.retry(blockId, again?.uid ?? '')).body.error).toMatch(/^Nothing failed here/);
    expect((await who.block('DELETE', 'first/', { blockId })).body).toEqual({ error: null });
    expect((await who.resting()).flat()).toEqual([]);
  });

  it('the main key: then no copy is placed, and no row stays', async () => {
    const { who, copy } = await pairOfKeys();
    await bar(who.paperKey);
    const { body } = await who.buy({ price: 0.5 });
    expect(body).toMatchObject({ error: REFUSED, orderBlock: null });
    expect(await who.rows()).toEqual([]);
    expect(await who.sent(copy.paperKey)).toBe(0);
  });

  it('the main key’s answer is lost: a deal that may not exist is not repeated until it is known', async () => {
    const { who, copy } = await pairOfKeys();
    await loseAnswer();
    expect((await who.buy({ price: 0.5 })).status).toBe(502);
    expect(await states(who)).toEqual(['unconfirmed', 'pending']);
    expect(await who.sent(copy.paperKey)).toBe(0);
    await answerAgain();
    await become(who, 'placed', 'placed');
    expect((await who.rows())[1]).toMatchObject({ firstPlacedQuantity: 64 });
  });

  it.each([
    ['the market has moved by more than 0.5%', () => moves('0.5227'), /moved from 0\.52 to 0\.5227/],
    ['30 s have passed', () => site.database.sql`update positions set send_before = ${Date.now()}`, /within 30 s/],
  ])('M-14: the main key’s answer comes late, and %s: the copy is not sent any more', async (_, late, reason) => {
    const { who, copy } = await pairOfKeys();
    await loseAnswer();
    expect((await who.buy({ price: 0.5 })).status).toBe(502);
    await control('fault', { kind: 'mute-streams', times: 0 });
    await late();
    await control('fault', { kind: 'drop-before', times: 0 });
    await become(who, 'placed', 'rejected');
    expect((await who.rows())[1]?.statusReason).toMatch(reason);
    expect(await who.sent(copy.paperKey)).toBe(0);
  });

  it('targets: reported for that key alone; the others hold theirs; tried again they are placed', async () => {
    const { who, copy } = await pairOfKeys();
    const blockId = await bought(who);
    await bar(copy.paperKey);
    const set = await who.block('POST', 'third', { blockId, ...BOTH });
    const failed = [{ uid: copy.uid, connectorName: 'Copy 1', error: REFUSED }];
    expect(set.body).toMatchObject({ errorMessage: null, failed });
    expect(await who.resting()).toEqual([OF_MAIN, []]);
    const [main, own] = await who.rows();
    expect(main).toMatchObject({ status: 'targets-placed', protection: 'exchange', statusReason: null });
    expect(own).toMatchObject({ protection: 'server', statusReason: REFUSED, firstPlacedQuantity: 61.5 });
    await admit(copy.paperKey);
    const { body } = await who.retry(blockId, copy.uid);
    expect(body).toMatchObject({
      error: null,
      orderBlock: { status: 'targets-placed', statusReason: null, firstPlacedQuantity: 61.5 },
    });
    expect(await who.resting()).toEqual([OF_MAIN, OF_COPY]);
  });

  it('closing: the main key is closed, the copy keeps what it holds until it is tried again', async () => {
    const { who, copy } = await pairOfKeys();
    const blockId = await bought(who);
    await bar(copy.paperKey);
    const closed = await who.block('PUT', 'second/close/', { blockId });
    expect(closed.body).toMatchObject({ error: null, failed: [{ uid: copy.uid, error: REFUSED }] });
    await become(who, 'closed', 'filled');
    await admit(copy.paperKey);
    expect((await who.retry(blockId, copy.uid)).body.error).toBeNull();
    await endAs(who, 'closed', 'closed');
    const sold = await site.database.sql<{ side: string; quantity: string }[]>`
      select side, trim_scale(executed_qty)::text as quantity from paper.orders where api_key = ${copy.paperKey}
      order by order_id`;
    expect(sold.map(({ side, quantity }) => `${side} ${quantity}`)).toEqual(['BUY 61.5', 'SELL 61.4']);
  });

  it('closing: a copy that has ended by the time it is tried again stays ended', async () => {
    const { who, copy } = await pairOfKeys();
    const blockId = await bought(who);
    await bar(copy.paperKey);
    await who.block('PUT', 'second/close/', { blockId });
    await become(who, 'closed', 'filled');
    const { sql } = site.database;
    const retried = await sql.begin(async (tx) => {
      await tx`select id from order_blocks where id = ${blockId} for update`;
      const answer = who.retry(blockId, copy.uid);
      await waitedFor(sql);
      await tx`update positions set ended_at = 1, end_reason = 'closed' where block_id = ${blockId} and ordinal = 1`;
      await tx`update order_blocks set open = false, closed_at = 1 where id = ${blockId}`;
      return { answer };
    });
    expect((await retried.answer).body.error).toMatch(/^The deal is over/);
    expect(await sql`select open from order_blocks where id = ${blockId}`).toEqual([{ open: false }]);
  });

  it('removing: the copy’s entry stays and says why, and is taken back as soon as that can be', async () => {
    const { who, copy } = await pairOfKeys();
    const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
    await become(who, 'placed', 'placed');
    await bar(copy.paperKey);
    expect((await who.block('DELETE', 'first/', { blockId })).body).toEqual({ error: null });
    expect(await who.resting()).toEqual([[], ['BUY LIMIT 64']]);
    expect((await who.rows())[1]).toMatchObject({ status: 'placed', statusReason: REFUSED });
    await admit(copy.paperKey);
    expect((await who.retry(blockId, copy.uid)).body.error).toBeNull();
    expect(await who.resting()).toEqual([[], []]);
    await until(async () => expect(await who.rows()).toEqual([]));
  });
});

describe('a copy whose answer is slow', () => {
  /** Less than a call may take. */
  const SLOW = 4000;

  it('delays neither the main key’s answer nor another copy', async () => {
    const who = await copiers(site, { main: '1000', copies: ['320', '320'] });
    await control('fault', { kind: 'delay', ms: SLOW, times: 2, path: 'POST /api/v3/order' });
    expect((await who.buy({ price: 0.5 })).body.orderBlock).toMatchObject({ status: 'placed' });
    await until(async () => {
      const [main, ...copies] = await states(who);
      expect(main).toBe('placed');
      expect(copies).toContain('placed');
      expect(copies).toContain('pending');
    });
    await become(who, 'placed', 'placed', 'placed');
  });

  it('does not keep the main key from following its own orders', async () => {
    const { who, copy } = await pairOfKeys();
    const blockId = await bought(who);
    await bar(copy.paperKey);
    await who.block('POST', 'third', { blockId, ...BOTH });
    await admit(copy.paperKey);
    await control('fault', { kind: 'delay', ms: SLOW, times: 1, path: '/api/v3/orderList/oco' });
    const retried = who.retry(blockId, copy.uid);
    await until(async () => expect((await who.rows())[1]).toMatchObject({ statusReason: null }));
    await price('0.546');
    await become(who, 'take-profit-filled', 'targets-changing');
    await retried;
    await endAs(who, 'take-profit-filled', 'take-profit-filled');
  });
});

describe('a copy that was skipped', () => {
  it('is tried again by what its key has now, as large as it would have been', async () => {
    const who = await copiers(site, { main: '1000', copies: ['40'] });
    const [copy] = who.copies;
    const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
    await become(who, 'placed', 'skipped');
    const small = await who.retry(blockId, copy?.uid ?? '');
    expect(small.body).toEqual({ error: expect.stringContaining('under the 5 USDT minimum'), orderBlock: null });
    await control('balance', { key: copy?.paperKey, asset: 'USDT', free: '320' });
    await until(async () =>
      expect((await who.retry(blockId, copy?.uid ?? '')).body).toMatchObject({
        error: null,
        orderBlock: { status: 'placed', skipCode: null, firstPlacedQuantity: 64 },
      }),
    );
    expect(await who.sent(copy?.paperKey ?? '')).toBe(1);
  });

  it('after its deal is over, or is being removed, is not placed any more', async () => {
    const who = await copiers(site, { main: '1000', copies: ['40'] });
    const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
    await who.block('DELETE', 'first/', { blockId });
    expect((await who.retry(blockId, who.copies[0]?.uid ?? '')).body.error).toMatch(/^The deal is over/);
  });
});
