import { Big } from 'big.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { createLog } from '../../../lib/log.ts';
import { BinanceError } from '../binance-error.ts';
import { type ExchangeCore, openCore } from '../exchange-core.ts';
import type { Market } from '../market/market.ts';
import type { Account } from './model/account.ts';
import { inventId } from './model/ids.ts';
import { type Draft, type Lock, ORDER_TYPES, isMarketable, isOpen, isPending, tiedUpBy } from './model/order.ts';

const SYMBOLS = ['XRPUSDT', 'BNBUSDT'] as const;
const TRADERS = 3;

let database: Awaited<ReturnType<typeof testDatabase>>;
let core: ExchangeCore;
let accounts: Account[];
let time = 1_700_000_000_000;

const open = () =>
  openCore({ db: database.db, clock: () => (time += 1), log: createLog('silent'), seed: 1, keepPins: true });

beforeAll(async () => {
  database = await testDatabase();
  core = await open();
});
afterAll(async () => {
  await core.journal.close();
  await database.close();
});

/** The process dies with whatever it has not committed; another one opens the books. */
async function crash(): Promise<void> {
  const keys = accounts.map((account) => account.apiKey);
  const died = core;
  core = await open();
  await died.journal.close();
  accounts = await Promise.all(keys.map(async (key) => (await core.account(key)) ?? expect.fail('an account is gone')));
}

const percent = fc.integer({ min: -60, max: 60 });
const side = fc.constantFrom('BUY' as const, 'SELL' as const);
const draft = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  side,
  type: fc.constantFrom(...ORDER_TYPES),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  /** Per mille of the last price. */
  price: percent,
  stop: percent,
  worth: fc.integer({ min: 6, max: 9000 }),
  stp: fc.constantFrom('EXPIRE_MAKER' as const, 'EXPIRE_TAKER' as const, 'EXPIRE_BOTH' as const, 'DECREMENT' as const),
});
type Intent = typeof draft extends fc.Arbitrary<infer T> ? T : never;

const who = fc.nat(TRADERS - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('place' as const), who, intent: draft }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('list' as const),
      who,
      intent: draft,
      legs: fc.tuple(draft, draft),
      kind: fc.constantFrom('oco' as const, 'oto' as const, 'otoco' as const, 'opo' as const, 'opoco' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('move' as const), symbol: fc.constantFrom(...SYMBOLS), by: percent }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), who, which: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('liquidity' as const),
      steps: fc.option(fc.integer({ min: 0, max: 5000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('burn' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pin' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const market = (symbol: string) => core.markets.get(symbol) ?? expect.fail(`no ${symbol}`);
const account = (index: number): Account => accounts[index] ?? expect.fail('no such trader');

const at = (symbol: string, perMille: number): Big => {
  const { price, pair } = market(symbol);
  return price
    .times(1000 + perMille)
    .div(1000)
    .div(pair.tick)
    .round(0, Big.roundDown)
    .times(pair.tick);
};

function drafted(intent: Intent, changes: Partial<Draft> = {}): Draft {
  const { pair, price } = market(intent.symbol);
  const marketable = isMarketable({ type: changes.type ?? intent.type } as Draft);
  const type = changes.type ?? intent.type;
  return {
    pair,
    side: intent.side,
    timeInForce: marketable || type === 'LIMIT_MAKER' ? 'GTC' : intent.timeInForce,
    quantity: new Big(intent.worth).div(price).div(pair.step).round(0, Big.roundUp).times(pair.step),
    quoteOrderQty: new Big(0),
    price: marketable ? new Big(0) : at(intent.symbol, intent.price),
    stopPrice: /STOP|PROFIT/.test(type) ? at(intent.symbol, intent.stop) : new Big(0),
    clientOrderId: inventId(),
    details: { stp: intent.stp },
    ...changes,
    type,
  };
}

/** A pair of legs around the last price, on the sides where they may lie. */
function pairOf(intents: readonly [Intent, Intent], sized: Partial<Draft>): Draft[] {
  const [low, high] = intents;
  const below = at(low.symbol, -Math.abs(low.stop) - 1);
  const above = at(low.symbol, Math.abs(high.price) + 1);
  const isSale = low.side === 'SELL';
  const stop = drafted(low, { ...sized, type: 'STOP_LOSS', stopPrice: isSale ? below : above });
  const target = drafted(high, { ...sized, type: 'LIMIT_MAKER', price: isSale ? above : below });
  return isSale ? [stop, target] : [target, stop];
}

function placeList({ who: index, intent, legs, kind }: Step & { act: 'list' }): void {
  const paysLegs = kind.startsWith('opo');
  const of = { symbol: intent.symbol, side: paysLegs ? ('SELL' as const) : intent.side };
  const sized = paysLegs ? { quantity: new Big(0) } : {};
  const isPair = kind.endsWith('co');
  core.matching.placeList(account(index), {
    pair: market(intent.symbol).pair,
    clientListId: inventId(),
    working: kind === 'oco' ? null : drafted({ ...intent, side: paysLegs ? 'BUY' : legs[0].side }, { type: 'LIMIT' }),
    legs: isPair
      ? pairOf(
          [
            { ...legs[0], ...of, worth: intent.worth },
            { ...legs[1], ...of, worth: intent.worth },
          ],
          sized,
        )
      : [drafted({ ...legs[0], ...of }, sized)],
    paysLegs,
  });
}

function move({ symbol, by }: Step & { act: 'move' }): void {
  const { pair, price } = market(symbol);
  // Walking at random for thousands of steps must not end at a price of nothing.
  const isFar = price.lt(pair.startPrice.div(2)) || price.gt(pair.startPrice.times(2));
  const moved = isFar ? pair.startPrice : at(symbol, by);
  core.trade(market(symbol), { price: moved, qty: pair.step.times(500), buyerMaker: by < 0 });
}

function cancel({ who: index, which }: Step & { act: 'cancel' }): void {
  const order = [...account(index).open.values()][which];
  if (order) core.matching.cancel(order, inventId());
}

const eachMarket = (change: (of: Market) => void) => SYMBOLS.map(market).forEach(change);

const PLAY: { [Act in Step['act']]: (todo: Step & { act: Act }) => void | Promise<void> } = {
  crash,
  move,
  cancel,
  list: placeList,
  place: (todo) => void core.matching.place(account(todo.who), drafted(todo.intent)),
  burn: (todo) => core.setBnbBurn(account(todo.who), todo.on),
  pin: ({ on }) => eachMarket((of) => void (of.pinned = on)),
  liquidity: ({ steps }) =>
    eachMarket((of) => {
      of.change({ maxPerTick: steps === null ? null : of.pair.step.times(steps) });
    }),
};

async function play(todo: Step): Promise<void> {
  try {
    await (PLAY[todo.act] as (of: Step) => void | Promise<void>)(todo);
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
  }
}

const locks = (of: Account): Lock[] => [
  ...new Set([
    ...[...of.open.values()].filter((order) => !isPending(order)).map((order) => order.lock),
    ...[...of.lists.values()].map((list) => list.lock),
  ]),
];

/** What is locked is what the open orders keep, to the last decimal. */
function expectCovered(of: Account): void {
  for (const [asset, holding] of of.holdings) {
    const kept = locks(of)
      .filter((lock) => lock.asset === asset)
      .reduce((sum, lock) => sum.plus(lock.amount), new Big(0));
    expect(`${asset} ${holding.locked.toFixed()}`).toBe(`${asset} ${kept.toFixed()}`);
  }
  for (const order of of.open.values()) {
    expect(isOpen(order)).toBe(true);
    if (!isPending(order))
      expect(order.lock.amount.gte(tiedUpBy(order)), `${order.type} ${order.side} is covered`).toBe(true);
  }
}

async function expectConserved(): Promise<void> {
  await core.journal.committed();
  const rows = await database.sql<{ asset: string; total: string; least: string }[]>`
    select asset, sum(free + locked) as total, least(min(free), min(locked)) as least from paper.balances group by asset`;
  for (const { asset, total, least } of rows) {
    expect(`${asset} ${new Big(total).toFixed()}`).toBe(`${asset} 1000000000000000`);
    expect(new Big(least).gte(0)).toBe(true);
  }
}

describe('conservation', () => {
  it('whatever is placed, triggered, filled, cancelled, and whenever it crashes: every asset adds up, every lock is covered', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
        accounts = await Promise.all(Array.from({ length: TRADERS }, () => core.openAccount()));
        for (const todo of steps) {
          await play(todo);
          accounts.forEach(expectCovered);
        }
        await expectConserved();
        for (const row of await database.sql<
          { status: string; type: string }[]
        >`select distinct status, type from paper.orders`)
          seen.add(`${row.type} ${row.status}`);
      }),
      { numRuns: 100 },
    );
    const reached = (what: string) =>
      expect(
        [...seen].filter((each) => each.endsWith(what)),
        what,
      ).not.toEqual([]);
    for (const status of ['NEW', 'PENDING_NEW', 'FILLED', 'CANCELED', ' EXPIRED', 'EXPIRED_IN_MATCH']) reached(status);
    for (const type of ORDER_TYPES) expect(seen).toContain(`${type} FILLED`);
  }, 120_000);
});
