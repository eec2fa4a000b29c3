import { Big } from 'big.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { earned } from '#contracts/rules/earning.ts';
import type { Side } from '#contracts/symbol.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { freePort } from '../../../tests/setup/process.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { signedQuery } from '../../exchanges/binance/rest/sign.ts';

let site: TestSite;
let control: ReturnType<typeof paperControl>;
let exchangeUrl: string;
const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
const liquidity = (maxPerTick: number | null) => control('liquidity', { symbol: 'XRPUSDT', maxPerTick });
beforeAll(async () => {
  const port = await freePort();
  exchangeUrl = `http://127.0.0.1:${port}`;
  site = await testSite({ PAPER_PORT: String(port) });
  control = paperControl(site);
});
const quiet = async () => {
  await control('reset', {});
  await price('0.52');
};
beforeEach(quiet);
afterAll(() => site.close());

type Row = Record<string, unknown>;
type Trader = Awaited<ReturnType<typeof trader>>;
const inTime = { timeout: 40_000, interval: 50 };
const pair = { market: 'binance', symbolName: 'xrp_usdt' };
const sum = (amounts: readonly Big[]) => amounts.reduce((total, amount) => total.plus(amount), new Big(0));

const list = async (who: Trader, section: string, earns: boolean): Promise<Row[]> => {
  const query = `market=binance&symbolName=xrp_usdt&counterEarning=${earns}&section=${section}`;
  const { body } = await who.get(`/api/markets/spot/list?${query}`);
  return Object.values(body.content as Record<string, Row[]>).flat();
};
const third = (who: Trader, method: 'POST' | 'PUT', json: Row) =>
  who.send(method, '/api/markets/spot/third', { json: { ...pair, ...json } });
const close = (who: Trader, blockId: string, call: 'second/close/' | 'fourth/close') =>
  who.send('PUT', `/api/markets/spot/${call}`, { json: { ...pair, blockId } });
const history = async (who: Trader, earns: boolean) => (await list(who, 'history', earns))[0];
const ended = (who: Trader, earns: boolean) =>
  vi.waitFor(async () => (await history(who, earns)) ?? expect.fail('the block is still open'), inTime);

async function payInBnb(who: Trader): Promise<void> {
  const query = signedQuery(who.paperSecret, { timestamp: Date.now(), spotBNBBurn: 'true' });
  const init = { method: 'POST', headers: { 'X-MBX-APIKEY': who.paperKey } };
  expect((await fetch(`${exchangeUrl}/sapi/v1/bnbBurn?${query}`, init)).status).toBe(200);
}

/** All that an account owns of each asset, straight from the exchange's books. */
async function owned(who: Trader): Promise<Record<string, Big>> {
  const rows = await site.database.sql<{ asset: string; all: string }[]>`
    select asset, (free + locked)::text as all from paper.balances where api_key = ${who.paperKey}`;
  return Object.fromEntries(rows.map(({ asset, all }) => [asset, new Big(all)]));
}

interface Traded {
  leg: string;
  side: Side;
  price: string;
  quantity: string;
  commission: string;
  asset: string;
}
const trades = (who: Trader) => site.database.sql<Traded[]>`
  select o.leg, o.side, f.price::text, f.quantity::text, f.commission::text, f.commission_asset as asset
  from fills f join orders o on o.user_id = f.user_id and o.id = f.order_id where f.key_id = ${who.keyUid}`;

/** What trades came to in each asset, summed without the product's own help. */
function movedBy(all: readonly Traded[]): Record<'XRP' | 'USDT' | 'BNB', Big> {
  const sign = (side: Side) => (side === 'buy' ? 1 : -1);
  const fees = (asset: string) => sum(all.filter((one) => one.asset === asset).map((one) => new Big(one.commission)));
  return {
    XRP: sum(all.map(({ side, quantity }) => new Big(quantity).times(sign(side)))).minus(fees('XRP')),
    USDT: sum(all.map((one) => new Big(one.quantity).times(one.price).times(-sign(one.side)))).minus(fees('USDT')),
    BNB: fees('BNB').times(-1),
  };
}

/** The exchange's account moved by exactly what our rows say, and no order of ours is left there. */
async function booksAgree(who: Trader, before: Record<string, Big>) {
  await vi.waitFor(async () => {
    const after = await owned(who);
    const moved = movedBy(await trades(who));
    for (const asset of ['XRP', 'USDT', 'BNB'] as const) {
      expect(moved[asset].toFixed(), asset).toBe(after[asset]?.minus(before[asset] ?? 0).toFixed());
    }
    const left = await site.database.sql`
      select type, status from paper.orders
      where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW')`;
    expect([...left]).toEqual([]);
  }, inTime);
  return movedBy(await trades(who));
}

const FEE = '0.001';
const STEP = new Big('0.1');
/** Counter units that an order must be worth. */
const LEAST = 5;
interface Deal {
  side: Side;
  earns: boolean;
  bnb: boolean;
  targets: { takeProfit: number | null; stopLoss: number | null };
}

/** What the entry's own trades promise at the take profit's price, by trading rule 5. */
function promised({ side, earns, bnb, targets }: Deal, all: readonly Traded[]): Big {
  const entry = all.filter(({ leg }) => leg === 'entry');
  const quantity = sum(entry.map((one) => new Big(one.quantity)));
  const counter = sum(entry.map((one) => new Big(one.quantity).times(one.price)));
  const terms = { counterEarning: earns, fee: new Big(bnb ? 0 : FEE), step: STEP };
  return earned({ side, quantity, counter }, terms, new Big(targets.takeProfit ?? 0)).profit;
}

/** Base that a sell block's list left to be bought, where that is worth less than the exchange takes. */
function dust({ side, earns, targets }: Deal, counterLeft: Big): Big {
  const isLeft = side === 'sell' && !earns && targets.stopLoss !== null && counterLeft.lt(LEAST);
  return isLeft
    ? counterLeft
        .div(targets.takeProfit ?? 1)
        .div(STEP)
        .round(0, Big.roundDown)
        .times(STEP)
    : new Big(0);
}

function expectNothingSoldTwice({ side, earns, bnb }: Deal, all: readonly Traded[]): void {
  const moved = movedBy(all);
  if (side === 'buy') expect(moved.XRP.gte(0), `${moved.XRP.toFixed()} XRP`).toBe(true);
  else if (earns) expect(moved.XRP.lte(STEP.times(2)), `${moved.XRP.toFixed()} XRP`).toBe(true);
  const fees = all.filter(({ asset }) => asset === 'BNB');
  expect(fees.length).toBe(bnb ? all.length : 0);
}

const deal = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  earns: fc.boolean(),
  bnb: fc.boolean(),
  worth: fc.integer({ min: 12, max: 300 }),
  /** Base units that trade a tick; null fills at once. */
  parts: fc.option(fc.integer({ min: 15, max: 90 }), { nil: null }),
  /** Ticks at the entry's price: what does not fill by then rests on. */
  ticks: fc.integer({ min: 1, max: 4 }),
  desired: fc.constantFrom('both', 'take-profit', 'stop-loss', 'none'),
  /** The take profit is moved a little before the market gets there. */
  moves: fc.boolean(),
  end: fc.constantFrom('take-profit', 'stop-loss', 'close'),
});
type Drawn = typeof deal extends fc.Arbitrary<infer One> ? One : never;

function termsOf({ side, earns, bnb, desired, moves }: Drawn): Deal {
  const [up, down] = [moves ? 0.547 : 0.546, 0.494];
  const [takeProfit, stopLoss] = side === 'buy' ? [up, down] : [moves ? 0.493 : 0.494, 0.546];
  const has = (one: string) => desired === 'both' || desired === one;
  const targets = { takeProfit: has('take-profit') ? takeProfit : null, stopLoss: has('stop-loss') ? stopLoss : null };
  return { side, earns, bnb, targets };
}

async function enter(who: Trader, { side, earns, worth, parts, ticks }: Drawn): Promise<string> {
  await liquidity(parts);
  const at = side === 'buy' ? '0.5' : '0.54';
  const order = { ...pair, price: Number(at), counterQuantity: worth, counterEarning: earns };
  const { body } = await who.post(`/api/markets/spot/first/${side}`, order);
  expect(body.error).toBeNull();
  for (let tick = 0; tick < ticks; tick += 1) await price(at);
  await vi.waitFor(async () => expect((await trades(who)).length).toBeGreaterThan(0), inTime);
  return body.orderBlock.blockId;
}

async function aim(who: Trader, blockId: string, { drawn, terms }: { drawn: Drawn; terms: Deal }): Promise<void> {
  const { takeProfit, stopLoss } = terms.targets;
  if (!takeProfit && !stopLoss) return;
  await price('0.52');
  const first = drawn.moves && takeProfit ? (terms.side === 'buy' ? 0.546 : 0.494) : takeProfit;
  const set = { takeProfitPrice: first, stopLossPrice: stopLoss };
  expect((await third(who, 'POST', { blockId, ...set })).status).toBe(200);
  if (first === takeProfit) return;
  expect((await third(who, 'PUT', { blockId, takeProfitPrice: takeProfit })).status).toBe(200);
}

/** The market goes where a target is, in as many ticks as its parts need; whatever then stands open is closed. */
async function finish(who: Trader, blockId: string, { drawn, terms }: { drawn: Drawn; terms: Deal }): Promise<Row> {
  const { takeProfit, stopLoss } = terms.targets;
  const at = drawn.end === 'take-profit' ? takeProfit : stopLoss;
  if (drawn.end !== 'close' && at) {
    await price(String(at));
    await price(String(at));
    await liquidity(null);
    await price(String(at));
    const row = await vi.waitFor(async () => (await history(who, drawn.earns)) ?? expect.fail('open'), inTime);
    return row;
  }
  await liquidity(null);
  const call = takeProfit || stopLoss ? 'fourth/close' : 'second/close/';
  expect((await close(who, blockId, call)).body).toMatchObject({ error: null, failed: [] });
  return ended(who, drawn.earns);
}

describe('money, whatever the block', () => {
  it('the account moves by what our fills say, nothing is sold twice, no take profit falls short', async () => {
    await fc.assert(
      fc.asyncProperty(deal, async (drawn) => {
        await quiet();
        const who = await trader(site);
        const before = await owned(who);
        if (drawn.bnb) await payInBnb(who);
        const terms = termsOf(drawn);
        const blockId = await enter(who, drawn);
        await aim(who, blockId, { drawn, terms });
        const row = await finish(who, blockId, { drawn, terms });
        const moved = await booksAgree(who, before);
        const all = await trades(who);
        expectNothingSoldTwice(terms, all);
        if (row['status'] !== 'take-profit-filled') return;
        const profit = (terms.earns ? moved.USDT : moved.XRP).plus(dust(terms, moved.USDT));
        const least = promised(terms, all);
        expect(profit.gte(least), `${profit.toFixed()} of ${least.toFixed()}`).toBe(true);
        const back = terms.earns ? moved.XRP : moved.USDT;
        if (!(terms.side === 'sell' && !terms.earns)) expect(back.gte(0), back.toFixed()).toBe(true);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 300_000);
});

/** An entry of trading rule 1, filled whole. */
async function held(who: Trader): Promise<string> {
  const { body } = await who.buy();
  expect(body.error).toBeNull();
  await vi.waitFor(async () => expect((await list(who, 'buy', true))[0]).toMatchObject({ status: 'filled' }), inTime);
  return body.orderBlock.blockId;
}
const sales = async (who: Trader) => {
  const orders = await site.database.sql<{ status: string }[]>`
    select status from paper.orders where api_key = ${who.paperKey} and side = 'SELL'`;
  return orders.map(({ status }) => status);
};

describe('what is not known is not sold again', () => {
  it('a filled entry that was cut short by its target leaves nothing behind on the exchange', async () => {
    const who = await trader(site);
    const before = await owned(who);
    await liquidity(60);
    const { body } = await who.buy({ price: 0.5 });
    await price('0.5');
    await vi.waitFor(async () => expect((await trades(who)).length).toBe(1), inTime);
    await liquidity(null);
    await price('0.52');
    const set = await third(who, 'POST', { blockId: body.orderBlock.blockId, takeProfitPrice: 0.546 });
    expect(set.body.errorMessage).toBeNull();
    await price('0.546');
    expect(await ended(who, true)).toMatchObject({ status: 'take-profit-filled' });
    await booksAgree(who, before);
  });

  it('a close whose trades cannot be read yet is not placed a second time', async () => {
    const who = await trader(site);
    const before = await owned(who);
    const blockId = await held(who);
    await control('fault', { kind: 'mute-streams' });
    await control('fault', { kind: 'reject', code: 503, times: 3, path: '/api/v3/myTrades', key: who.paperKey });
    await close(who, blockId, 'second/close/');
    expect(await ended(who, true)).toMatchObject({ status: 'closed' });
    expect(await sales(who)).toEqual(['FILLED']);
    await booksAgree(who, before);
  });

  it('a close that was refused leaves the block open, says why, and is done when asked again', async () => {
    const who = await trader(site);
    const before = await owned(who);
    const blockId = await held(who);
    await control('fault', { kind: 'reject', code: -1013, times: 1, key: who.paperKey });
    expect((await close(who, blockId, 'second/close/')).body.failed).toHaveLength(1);
    expect((await list(who, 'buy', true))[0]).toMatchObject({ blockId, open: true });
    expect((await close(who, blockId, 'second/close/')).body.failed).toEqual([]);
    expect(await ended(who, true)).toMatchObject({ status: 'closed' });
    await booksAgree(who, before);
  });

  it('targets that the exchange asked to wait with are sent again, by themselves', async () => {
    const who = await trader(site);
    const blockId = await held(who);
    await control('fault', {
      kind: 'reject',
      code: 429,
      times: 1,
      ms: 300,
      path: '/api/v3/orderList',
      key: who.paperKey,
    });
    const set = await third(who, 'POST', { blockId, takeProfitPrice: 0.546, stopLossPrice: 0.494 });
    expect(set.body.failed).toHaveLength(1);
    await vi.waitFor(async () => {
      const row = (await list(who, 'buy', true))[0];
      expect(row).toMatchObject({ status: 'targets-placed', protection: 'exchange', statusReason: null });
    }, inTime);
    expect(await sales(who)).toEqual(['NEW', 'NEW']);
  });
});
