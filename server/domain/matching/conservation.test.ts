import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Venue,
  TRADERS,
  expectCovered,
  expectVaried,
  play,
  step,
} from '../../../tests/factories/matching-steps.ts';
import { FEES, big, pair } from '../../../tests/factories/matching-world.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { runs as most } from '../../../tests/setup/property-runs.ts';
import { SEED } from '../../../tests/setup/seed.ts';
import { matchingCore } from './matching-core.ts';
import { FEES as EXCHANGE_FEES, MARKET_MAKER } from './model/matching-account.ts';
import type { Offer } from './model/market.ts';
import { type Fill, type Order, receives, spends } from './model/order.ts';
import type { Pair } from './model/pair.ts';
import { SUPPLY } from './money/ledger.ts';
import { TapeMarket } from './tape-market.ts';

const UNBOUND = { maxAlgoOrders: null, maxOrders: null, maxOrderLists: null, priceBand: null };
const START = { XRPUSDT: big('0.53'), BNBUSDT: big('500') };
const PAIRS = [
  pair('XRP', 'USDT', UNBOUND),
  pair('BNB', 'USDT', { ...UNBOUND, tick: big('0.01'), step: big('0.001'), minQty: big('0.001') }),
];
const GIVEN = { USDT: '10000', XRP: '10000', BNB: '10' } as const;
const ASSETS = Object.keys(GIVEN) as (keyof typeof GIVEN)[];

/** Forty levels of about 500 USDT. */
function* levels({ tick, step: lot }: Pair, from: { quote: Big; away: number }): Generator<Offer> {
  const qty = lot.times(Math.ceil(500 / Number(from.quote) / Number(lot)));
  for (let distance = 0; distance < 40; distance += 1) {
    const price = from.quote.plus(tick.times(distance * from.away));
    if (price.gt(0)) yield { price, qty };
  }
}

function openVenue() {
  const markets = PAIRS.map(
    (each) =>
      new TapeMarket({
        pair: each,
        price: START[each.symbol as keyof typeof START],
        touchFill: 'by-size',
        offers: (quote, side) => levels(each, { quote, away: side === 'BUY' ? 1 : -1 }),
      }),
  );
  let time = 1_700_000_000_000;
  const fills: Fill[] = [];
  const orders = new Set<Order>();
  const seen = new Set<string>();
  const core = matchingCore({
    markets,
    fees: FEES,
    now: () => (time += 1),
    listener: {
      filled: (fill) => void fills.push(fill),
      orderChanged: (order) => {
        orders.add(order);
        seen.add(`${order.type} ${order.status}`);
      },
    },
  });
  const accounts = Array.from({ length: TRADERS }, (_, index) => core.openAccount(`trader ${index}`, GIVEN));
  const marketOf = (symbol: string) => markets.find(({ pair: of }) => of.symbol === symbol) ?? expect.fail(symbol);
  const venue: Venue = {
    account: (index) => accounts[index] ?? expect.fail('no such trader'),
    market: (symbol) => {
      const { pair: of, price } = marketOf(symbol);
      return { pair: of, price, startPrice: START[symbol as keyof typeof START] };
    },
    place: (account, draft) => core.place(account, draft),
    placeList: (account, draft) => core.placeList(account, draft),
    trade: (symbol, print) => core.trade(symbol, print),
    cancel: (account, order) => core.cancel(account, order.orderId),
    liquidity: (steps) => {
      for (const market of markets)
        market.terms = { ...market.terms, maxPerTick: steps === null ? null : market.pair.step.times(steps) };
    },
    burn: (account, on) => void Object.assign(account, { paysDiscounted: on }),
    touch: (whole) => markets.forEach((market) => (market.touchFill = whole ? 'whole' : 'by-size')),
    crash: () => {},
  };
  return { core, venue, accounts, fills, orders, seen };
}
type World = ReturnType<typeof openVenue>;

/** Every asset's sum is what was issued, and no account is below zero. */
function expectConserved({ core, accounts }: World): void {
  for (const asset of ASSETS) {
    const own = [core.ledger.exchange(MARKET_MAKER, asset), core.ledger.exchange(EXCHANGE_FEES, asset)];
    const rows = [...own, ...accounts.map((account) => core.ledger.of(account, asset))];
    const sum = rows.reduce((total, { free, locked }) => total.plus(free).plus(locked), new Big(0));
    expect(`${asset} ${sum.toFixed()}`).toBe(`${asset} ${SUPPLY.toFixed()}`);
    expect(rows.every(({ free, locked }) => free.gte(0) && locked.gte(0))).toBe(true);
  }
}

/** An account holds what it was given, plus and minus its own trades. */
function expectExplained({ core, accounts, fills }: World): void {
  for (const account of accounts) {
    const own = fills.filter(({ order }) => order.accountId === account.id);
    for (const asset of ASSETS) {
      const { free, locked } = core.ledger.of(account, asset);
      const sum = own.reduce((total, { order, qty, price, commission, commissionAsset }) => {
        const value = qty.times(price);
        const [paid, received] = order.side === 'BUY' ? [value, qty] : [qty, value];
        return total
          .minus(spends(order) === asset ? paid : 0)
          .plus(receives(order) === asset ? received : 0)
          .minus(commissionAsset === asset ? commission : 0);
      }, big(GIVEN[asset]));
      expect(`${account.id} ${asset} ${free.plus(locked).toFixed()}`).toBe(`${account.id} ${asset} ${sum.toFixed()}`);
    }
  }
}

/** Each order has traded what its fills say, never beyond its quantity or its limit. */
function expectHonored({ orders, fills }: World): void {
  const byOrder = Map.groupBy(fills, ({ order }) => order);
  for (const order of orders) {
    const own = byOrder.get(order) ?? [];
    const traded = own.reduce((sum, { qty }) => sum.plus(qty), new Big(0));
    if (!traded.eq(order.executedQty)) expect.fail('an order has traded what no fill says');
    if (traded.plus(order.preventedQty).gt(order.quantity)) expect.fail('an order has traded more than its quantity');
    const isKept = ({ price }: Fill) => (order.side === 'BUY' ? price.lte(order.price) : price.gte(order.price));
    if (order.price.gt(0) && !own.every(isKept)) expect.fail('an order has traded beyond its limit');
  }
}

it('whatever is placed, triggered, filled and canceled: every asset adds up, every lock is covered, every trade is within its order', async () => {
  const seen = new Set<string>();
  const runs = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
    const world = openVenue();
    for (const todo of steps) {
      await play(world.venue, todo);
      world.accounts.forEach(expectCovered);
    }
    for (const each of world.seen) seen.add(each);
    expectConserved(world);
    expectExplained(world);
    expectHonored(world);
  });
  await fc.assert(runs, { numRuns: isFullSize ? 5000 : most(200) });
  expectVaried(seen, SEED);
});

it('the same calls give the same ids, fills and balances', () => {
  const run = () => {
    const { core, accounts, fills } = openVenue();
    const [account] = accounts;
    if (!account) return [];
    const of = {
      pair: PAIRS[0]!,
      timeInForce: 'GTC',
      quoteOrderQty: big(0),
      stopPrice: big(0),
      clientOrderId: 'a',
    } as const;
    const details = () => ({ stp: 'EXPIRE_MAKER' as const });
    core.place(account, {
      ...of,
      side: 'BUY',
      type: 'LIMIT',
      price: big('0.52'),
      quantity: big('100'),
      details: details(),
    });
    core.place(account, {
      ...of,
      clientOrderId: 'b',
      side: 'SELL',
      type: 'MARKET',
      price: big(0),
      quantity: big('50'),
      details: details(),
    });
    core.trade('XRPUSDT', { price: big('0.51'), qty: big('7'), buyerMaker: true });
    return fills.map(({ order, tradeId, qty, price, time }) => [
      order.orderId,
      tradeId,
      qty.toFixed(),
      price.toFixed(),
      time,
    ]);
  };
  expect(run()).toEqual(run());
  expect(run()).toHaveLength(2);
});
