import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import {
  ASSETS,
  asset,
  contextOf,
  factsOf,
  order,
  pair,
  PAIRS,
  RULES,
  START,
  turnOf,
} from '../../../../tests/factories/basket-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import {
  basketBooks,
  basketKeptFree,
  type BasketContext,
  type BasketFacts,
  type BasketOrder,
  type BasketTurn,
} from './basket-facts.ts';
import { basketStep } from './basket-step.ts';
import { basketStopMet } from './basket-stop.ts';

const does = (facts: BasketFacts, context: BasketContext = contextOf()) =>
  basketStep(RULES, facts, context).steps.map((step) => step.do);

describe('B-2, B-3 when a basket is looked at', () => {
  it('at a minute’s close and not between, at most once in ten minutes', () => {
    expect(does(factsOf())).toEqual(['rebalance']);
    expect(does(factsOf(), contextOf({ isLook: false }))).toEqual([]);
    expect(basketStep(RULES, factsOf(), contextOf({ isLook: false, now: START + 90_001 })).again).toBe(
      START + 2 * MINUTE,
    );
    const done = (ago: number) => [turnOf({ at: START + HOUR - ago, buys: [], doneAt: START })];
    expect(does(factsOf({ turns: done(10 * MINUTE - 1) }))).toEqual([]);
    expect(does(factsOf({ turns: done(10 * MINUTE) }))).toEqual(['rebalance']);
  });

  it('nothing while an order is undecided, or while nothing may leave', () => {
    const sending = factsOf({ orders: [order({ state: 'sending' })] });
    expect(does(sending)).toEqual([]);
    expect(does(factsOf({ orders: [order({ state: 'unknown' })] }))).toEqual([]);
    expect(does(factsOf({ orders: [order({ isBooked: false })] }))).toEqual(['read-fills']);
    expect(does(factsOf({ orders: [order({ state: 'open', updatedAt: START })] }))).toEqual(['cancel']);
    expect(does(factsOf(), contextOf({ mayOrder: false }))).toEqual([]);
  });

  it('B-2: the first mix is made at once, whatever the threshold, and not where nothing is far from its target', () => {
    const [turn] = basketStep(RULES, factsOf({ state: 'starting' }), contextOf({ isLook: false })).steps;
    expect(turn).toMatchObject({ do: 'rebalance', turn: 1, why: 'start', sells: [] });
    const held = [
      asset(0, 'USDT', {}),
      asset(1, 'BTC', { target: '0.5', given: '5' }),
      asset(2, 'BNB', { target: '0.5', given: '50' }),
    ];
    expect(basketStep(RULES, factsOf({ state: 'starting', assets: held }), contextOf()).steps).toEqual([
      { do: 'move', to: 'running', reason: null },
    ]);
  });
});

describe('B-4 sales first, then purchases', () => {
  const sells = [{ number: 1, quantity: big(1), limit: big('99.5') }];
  const open = (more: Partial<BasketTurn> = {}) => [turnOf({ sells, ...more })];
  const sold = order({ leg: 'sell', side: 'sell', moves: new Map([['USDT', big('99.9')]]) });

  it('each order once, and no purchase before the sales have ended', () => {
    const [sale] = basketStep(RULES, factsOf({ turns: open() }), contextOf()).steps;
    expect(sale).toMatchObject({ do: 'place', order: { level: 1, turn: 1, leg: 'sell', type: 'ioc', attempt: 1 } });
    expect(does(factsOf({ turns: open(), orders: [{ ...sold, state: 'sending' }] }))).toEqual([]);
    expect(does(factsOf({ turns: open(), orders: [sold] }))).toEqual(['buy']);
    expect(does(factsOf({ turns: open({ buys: [] }), orders: [sold] }))).toEqual(['finish']);
  });

  it('a plan that is a minute old is not sent any more: what has filled stays, and the rest counts at the next look', () => {
    const late = (ms: number) => contextOf({ now: START + HOUR + ms });
    expect(does(factsOf({ turns: open() }), late(MINUTE - 1))).toEqual(['place']);
    expect(does(factsOf({ turns: open() }), late(MINUTE))).toEqual(['buy']);
    const bought = open({ buys: sells, buysAt: START + HOUR });
    expect(does(factsOf({ turns: bought }), late(MINUTE - 1))).toEqual(['place']);
    expect(does(factsOf({ turns: bought }), late(MINUTE))).toEqual(['finish']);
  });

  it('C-13: an order that the exchange never received is sent again while its plan holds, by a name of its own', () => {
    const lost = { ...sold, state: 'expired' as const, hasArrived: false, moves: new Map() };
    const [again] = basketStep(RULES, factsOf({ turns: open(), orders: [lost] }), contextOf()).steps;
    expect(again).toMatchObject({ do: 'place', order: { level: 1, turn: 1, leg: 'sell', attempt: 2 } });
    const missed = { ...lost, hasArrived: true };
    expect(does(factsOf({ turns: open(), orders: [missed] }))).toEqual(['buy']);
  });

  it('C-13: a first mix or one that was due, of which nothing ever arrived, is made anew', () => {
    const lost = order({ leg: 'sell', side: 'sell', state: 'expired', hasArrived: false });
    const over = { turns: open({ buys: [], doneAt: START + HOUR }), orders: [lost] };
    const [first] = basketStep(RULES, factsOf({ ...over, state: 'starting' }), contextOf()).steps;
    expect(first).toMatchObject({ do: 'rebalance', turn: 2, why: 'start' });
    expect(does(factsOf(over))).toEqual(['rebalance']);
    const tried = { ...over, orders: [{ ...lost, hasArrived: true }] };
    expect(does(factsOf({ ...tried, state: 'starting' }))).toEqual(['move']);
    expect(does(factsOf(tried))).toEqual([]);
    const empty = { turns: [turnOf({ buys: [], doneAt: START + HOUR })], state: 'starting' as const };
    expect(does(factsOf(empty))).toEqual(['move']);
  });

  it('C-12: while nothing may leave it waits, and buys with the market of afterwards', () => {
    const closed = contextOf({ mayOrder: false });
    expect(does(factsOf({ turns: open() }), closed)).toEqual([]);
    expect(does(factsOf({ turns: open(), orders: [sold] }), closed)).toEqual([]);
  });
});

describe('C-15, C-18 what is not as it should be', () => {
  const halted = (status: 'halted' | 'gone') => contextOf({ pairs: new Map([...PAIRS, [2, pair('10', { status })]]) });
  const reasonOf = (facts: BasketFacts, context: BasketContext) =>
    basketStep(RULES, facts, context).steps.map((step) =>
      step.do === 'move' ? `${step.to}: ${step.reason ?? ''}` : step.do,
    );

  it('a halted pair pauses it and lets it go on; one that is gone says what to do', () => {
    expect(reasonOf(factsOf(), halted('halted'))).toEqual([
      expect.stringMatching(/^paused: .* BNB\/USDT does not trade/),
    ]);
    expect(reasonOf(factsOf(), halted('gone'))).toEqual([
      expect.stringMatching(/BNB\/USDT is not traded there any more\. Stop/),
    ]);
    const paused = factsOf({ state: 'paused', isHalted: true });
    expect(does(paused, halted('halted'))).toEqual([]);
    expect(reasonOf(paused, contextOf())).toEqual(['running: ']);
    expect(does(factsOf({ state: 'paused' }))).toEqual([]);
  });

  it('what is missing on the account asks its owner, once trades have settled', () => {
    const free = new Map([['USDT', big('999.99')]]);
    expect(reasonOf(factsOf(), contextOf({ free }))).toEqual([
      expect.stringMatching(/^attention: .*: 1,000 USDT in its books, 999\.99 free\./),
    ]);
    expect(does(factsOf(), contextOf({ free: new Map([['USDT', big(1000)]]) }))).toEqual(['rebalance']);
    const justTraded = order({ turn: 0, updatedAt: START + HOUR - 10 * SECOND + 1 });
    expect(does(factsOf({ orders: [justTraded] }), contextOf({ free }))).toEqual(['rebalance']);
  });
});

describe('B-5 the books', () => {
  it('just holding is the first mix at the prices of now; what another hand took is no loss', () => {
    const first = order({
      moves: new Map([
        ['BTC', big(5)],
        ['USDT', big(-500)],
      ]),
    });
    const later = order({
      turn: 2,
      moves: new Map([
        ['BTC', big(-1)],
        ['USDT', big(110)],
      ]),
    });
    const turns = [turnOf({ buys: [], doneAt: START })];
    const pairs = new Map([
      [1, pair('120')],
      [2, pair('10')],
    ]);
    const books = basketBooks(factsOf({ orders: [first, later], turns }), { pairs });
    expect([books?.given, books?.value, books?.total, books?.justHolding].map(String)).toEqual([
      '1000',
      '1090',
      '90',
      '100',
    ]);
    const assets = ASSETS.map((each) => Object.assign({}, each, each.number === 1 && { taken: big(2) }));
    const taken = basketBooks(factsOf({ assets, orders: [first, later], turns }), { pairs });
    expect([taken?.value, taken?.total].map(String)).toEqual(['850', '90']);
    expect(
      basketBooks(factsOf(), {
        pairs: new Map([
          [1, pair('1')],
          [2, pair('1', { last: null })],
        ]),
      }),
    ).toBeNull();
  });
});

describe('C-9 a sale at the end', () => {
  const NOW = START + HOUR;
  const assets = [asset(0, 'USDT', {}), asset(1, 'BTC', { target: '1', given: '5' })];
  const sale = (attempt: number, more: Parameters<typeof order>[0] = {}) =>
    order({ turn: 0, leg: 'stop', side: 'sell', attempt, quantity: big(5), updatedAt: NOW, ...more });
  const refused = (count: number) =>
    Array.from({ length: count }, (_, at) => sale(at + 1, { state: 'rejected', reason: 'Too many.' }));
  const ending = (orders: BasketOrder[], more: Partial<BasketContext> = {}) =>
    basketStep(RULES, factsOf({ state: 'stopping', ending: 'sell', assets, orders }), contextOf({ now: NOW, ...more }));

  it('C-9: is tried again as long as it can be sold, after 5 s, 10 s … a minute', () => {
    const pauses = [1, 2, 3, 4, 5, 9].map((count) => (ending(refused(count)).again ?? 0) - NOW);
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(ending(refused(9), { now: NOW + 60_000 }).steps).toMatchObject([
      { do: 'place', order: { leg: 'stop', attempt: 10 } },
    ]);
    const moves = new Map([['BTC', big(-2)]]);
    const part = sale(10, { state: 'expired', filledQuantity: big(2), moves });
    expect(ending([...refused(9), part]).again).toBe(NOW + 5000);
    const [step] = ending([...refused(9), part], { now: NOW + 5000 }).steps;
    expect(step?.do === 'place' && step.order.quantity.toFixed()).toBe('3');
    const most = sale(10, { state: 'expired', filledQuantity: big('4.96'), moves: new Map([['BTC', big('-4.96')]]) });
    expect(ending([...refused(9), most]).steps).toEqual([{ do: 'move', to: 'stopped', reason: null }]);
  });

  it('C-9: less than the least quantity of an order stays, whatever it is worth', () => {
    const least = (minQuantity: string) => ({ pairs: new Map([[1, pair('100', { minQuantity: big(minQuantity) })]]) });
    expect(ending([], least('5.001')).steps).toEqual([{ do: 'move', to: 'stopped', reason: null }]);
    expect(ending([], least('5')).steps).toMatchObject([{ do: 'place', order: { leg: 'stop', attempt: 1 } }]);
  });

  it('C-18: what is missing on the account is taken off before anything is sold', () => {
    const free = (btc: string) =>
      new Map([
        ['USDT', big(0)],
        ['BTC', big(btc)],
      ]);
    expect(ending([], { free: free('5') }).steps).toMatchObject([{ do: 'place' }]);
    const gone = { number: 1, name: 'BTC', held: big(5), free: big('3.5') };
    expect(ending([], { free: free('3.5') }).steps).toEqual([{ do: 'let-go', missing: [gone] }]);
    // Balances follow trades within ten seconds.
    expect(ending(refused(1), { free: free('3.5'), now: NOW + 6000 })).toEqual({ steps: [], again: NOW + 10_000 });
    expect(ending(refused(1), { free: free('3.5'), now: NOW + 10_000 }).steps).toMatchObject([{ do: 'let-go' }]);
  });
});

it('B-2 the first mix leaves alone what is less than half a point away, though an order could be made of it', () => {
  const held = (btc: string) => [
    asset(0, 'USDT', {}),
    asset(1, 'BTC', { target: '0.5', given: btc }),
    asset(2, 'BNB', { target: '0.5', given: '500' }),
  ];
  expect(does(factsOf({ state: 'starting', assets: held('50.9') }))).toEqual(['move']);
  expect(does(factsOf({ state: 'starting', assets: held('51.1') }))).toEqual(['rebalance']);
});

describe('C-5 what others leave alone', () => {
  it('is what no order of its own locks, and what was spent unseen is not there any more', () => {
    const at = { level: 1, price: big(100), quantity: big(2), filledQuantity: big(0) };
    const kept = (orders: Parameters<typeof order>[0][]) =>
      basketKeptFree(factsOf({ orders: orders.map(order) })).map(
        ({ asset: name, amount }) => `${amount.toFixed()} ${name}`,
      );
    expect(kept([])).toEqual(['1000 USDT']);
    expect(kept([{ ...at, state: 'sending' }])).toEqual(['800 USDT']);
    expect(kept([{ ...at, filledQuantity: big(2), isBooked: false }])).toEqual(['800 USDT']);
    const moves = new Map([
      ['USDT', big(-200)],
      ['BTC', big(2)],
    ]);
    expect(kept([{ ...at, filledQuantity: big(2), moves }])).toEqual(['800 USDT', '2 BTC']);
    const sale = { ...at, side: 'sell', leg: 'sell', turn: 2, quantity: big('0.5'), state: 'open' } as const;
    expect(kept([{ ...at, filledQuantity: big(2), moves }, sale])).toEqual(['800 USDT', '1.5 BTC']);
  });
});

describe('B-6 it stops by its loss or at a time', () => {
  it('loss at a minute’s close, time at any moment', () => {
    const met = (total: string, at: number | null = null) =>
      basketStopMet({ loss: big('0.1'), at }, { books: { total: big(total), given: big(1000) }, now: START });
    expect([met('-99.99'), met('-100'), met('-100.01')]).toEqual([null, 'loss', 'loss']);
    expect([met('0', START + 1), met('0', START)]).toEqual([null, 'at']);
    const between = (at: number) => basketStopMet({ loss: big('0.1'), at }, { books: null, now: START });
    expect([between(START + 1), between(START)]).toEqual([null, 'at']);
  });

  it('ends with its coins, or sells all that an order takes, in parts, and leaves what is gone', () => {
    const assets = [
      asset(0, 'USDT', {}),
      asset(1, 'BTC', { target: '0.5', given: '5' }),
      asset(2, 'BNB', { target: '0.5', given: '0.4' }),
    ];
    const stopping = factsOf({ state: 'stopping', assets });
    expect(does({ ...stopping, ending: 'keep' })).toEqual(['move']);
    const most = new Map([
      [1, pair('100', { marketMost: big(3) })],
      [2, pair('10')],
    ]);
    const selling = basketStep(RULES, { ...stopping, ending: 'sell' }, contextOf({ pairs: most })).steps;
    expect(selling).toMatchObject([{ do: 'place', order: { level: 1, leg: 'stop', type: 'market' } }]);
    expect(selling.map((step) => step.do === 'place' && step.order.quantity.toFixed())).toEqual(['3']);
    const gone = new Map([
      [1, pair('100', { status: 'gone' })],
      [2, pair('10')],
    ]);
    expect(does({ ...stopping, ending: 'sell' }, contextOf({ pairs: gone }))).toEqual(['move']);
    const halted = new Map([
      [1, pair('100', { status: 'halted' })],
      [2, pair('10')],
    ]);
    expect(does({ ...stopping, ending: 'sell' }, contextOf({ pairs: halted }))).toEqual([]);
  });
});
