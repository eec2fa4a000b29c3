import { describe, expect, it } from 'vitest';
import { around, factsWith, levelOf, NOW, runLevel, runOrder, said } from '../../../../tests/factories/run-facts.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { RunFacts, RunOrder } from './run-facts.ts';
import { runStep, viewLevels } from './run-step.ts';

const steps = (facts: Partial<RunFacts>, context: Parameters<typeof around>[0] = {}) =>
  said(factsWith(facts), around(context)).steps;
const start = (change: Parameters<typeof runOrder>[0]): RunOrder =>
  runOrder({ level: 0, leg: 'start', price: '0.5256', quantity: '100', ...change });

describe('R-9 the coins of the start', () => {
  const starting: Partial<RunFacts> = {
    state: 'starting',
    begun: false,
    given: { base: big(0), counter: big(60) },
    startOrder: { side: 'buy', quantity: big(100), price: big('0.5256') },
    levels: [
      runLevel(levelOf(1, { startsBy: 'sell', buyPrice: big('0.52'), sellPrice: big('0.53') })),
      runLevel(levelOf(2, { startsBy: 'sell', buyPrice: big('0.54'), sellPrice: big('0.55') })),
    ],
  };
  const at = (orders: RunOrder[], context: Parameters<typeof around>[0] = {}) =>
    said(factsWith({ ...starting, orders }), around(context));

  it('are bought by one order that is canceled where it does not fill', () => {
    expect(at([])).toEqual({ steps: ['place 0/0/start/1 ioc buy 100 at 0.5256'], again: null });
  });

  it('wait while the order has no end, while nothing may be ordered, and while the pair is not traded', () => {
    const waits = { steps: [], again: 5000 };
    expect(at([start({})])).toEqual(waits);
    expect(at([], { mayOrder: false })).toEqual(waits);
    expect(at([], { isTrading: false })).toEqual(waits);
    expect(at([start({ state: 'filled', filled: '100', isBooked: false })])).toEqual({
      steps: ['read-fills 0 0 start 1'],
      again: 5000,
    });
  });

  it('are tried for twice more, each 5 s after the last', () => {
    const first = start({ state: 'expired', filled: '40', updatedAt: NOW - 4999 });
    expect(at([first])).toEqual({ steps: [], again: 1 });
    const earlier = { ...first, updatedAt: NOW - 5000 };
    expect(at([earlier]).steps).toEqual(['place 0/0/start/2 ioc buy 60 at 0.5256']);
    const second = start({ attempt: 2, state: 'expired', quantity: '60', filled: '20', updatedAt: NOW - 5000 });
    expect(at([{ ...first, updatedAt: NOW - 9000 }, second]).steps).toEqual(['place 0/0/start/3 ioc buy 40 at 0.5256']);
    const third = start({ attempt: 3, state: 'expired', quantity: '40' });
    // 59.94 coins: the nearest sale is short, and both buy theirs, no higher than the start would have.
    expect(at([earlier, second, third]).steps).toEqual(['begin 1 buy 59.94 23.452 at 0.52, 2 buy 0 5.012 at 0.5256']);
  });

  it('a run that buys none begins at once', () => {
    expect(steps({ ...starting, startOrder: null, levels: [runLevel(levelOf(1))] })).toEqual(['begin 1 buy 0 50.4']);
  });

  it('too little of them is left: it begins', () => {
    const orders = [start({ state: 'expired', filled: '91', updatedAt: 0 })];
    expect(at(orders).steps).toHaveLength(1);
    expect(at(orders).steps[0]).toMatch(/^begin /);
  });

  it('C-11 refused each time, they are their owner’s to decide about', () => {
    const refused = (attempt: number) => start({ attempt, state: 'rejected', reason: `No ${attempt}.`, updatedAt: 0 });
    expect(at([refused(1), refused(2), refused(3)]).steps).toEqual(['move attention: No 3.']);
    expect(
      at([
        start({ state: 'rejected', updatedAt: 0 }),
        refused(2),
        start({ attempt: 3, state: 'rejected', updatedAt: 0 }),
      ]).steps,
    ).toEqual(['move attention: The exchange refused the start.']);
    const mixed = [refused(1), refused(2), start({ attempt: 3, state: 'expired', updatedAt: 0 })];
    expect(at(mixed).steps[0]).toMatch(/^begin /);
  });

  it('C-11, C-18 a run whose owner lets it go on before it began is tried as often anew, then begins', () => {
    const refused = (attempt: number, updatedAt: number) =>
      start({ attempt, state: 'rejected', reason: `No ${attempt}.`, updatedAt });
    const before = [1, 2, 3].map((attempt) => refused(attempt, NOW - 20_000));
    const going: Partial<RunFacts> = { ...starting, state: 'running', stateSince: NOW - 10_000 };
    expect(steps({ ...going, orders: [] })).toEqual(['place 0/0/start/1 ioc buy 100 at 0.5256']);
    expect(steps({ ...going, orders: before })).toEqual(['place 0/0/start/4 ioc buy 100 at 0.5256']);
    const again = [4, 5, 6].map((attempt) => refused(attempt, NOW - 9000));
    expect(steps({ ...going, orders: [...before, ...again] })).toEqual(['move attention: No 6.']);
    const filled = start({ attempt: 4, state: 'filled', filled: '100', updatedAt: NOW - 9000 });
    expect(steps({ ...going, orders: [...before, filled] })[0]).toMatch(/^begin /);
  });

  it('C-8, C-9 a run that stops or waits for its owner before it began places nothing', () => {
    expect(at([]).steps).toHaveLength(1);
    expect(steps({ ...starting, state: 'attention', orders: [] })).toEqual([]);
    expect(steps({ ...starting, state: 'stopping', orders: [] })).toEqual(['move stopped']);
    expect(steps({ ...starting, state: 'stopping', orders: [start({})] })).toEqual([]);
  });
});

describe('C-9 how a run ends', () => {
  const sale = (change: Parameters<typeof runOrder>[0]): RunOrder =>
    runOrder({ level: 0, leg: 'stop', side: 'sell', price: '0.523', ...change });
  const stopping: Partial<RunFacts> = { state: 'stopping', given: { base: big('250.55'), counter: big('52.3') } };

  it('takes its orders down first, and looks until they have ended', () => {
    expect(steps({ ...stopping, ending: 'sell', orders: [runOrder({})] })).toEqual(['cancel 1 0 buy 1']);
    const asked = runOrder({ state: 'unknown' });
    expect(said(factsWith({ ...stopping, orders: [asked] }), around())).toEqual({ steps: [], again: 5000 });
    const started = [start({})];
    expect(said(factsWith({ ...stopping, begun: false, orders: started }), around())).toEqual({
      steps: [],
      again: 5000,
    });
    const ended = runOrder({ state: 'cancelled', cancelAsked: true });
    expect(steps({ ...stopping, ending: 'keep', orders: [ended] })).toEqual(['move stopped']);
    expect(steps({ ...stopping, ending: null, orders: [ended] })).toEqual(['move stopped']);
  });

  it('what is less than the least quantity of an order stays, whatever it is worth', () => {
    const selling = { ...stopping, ending: 'sell' as const };
    const least = (minQuantity: string) => ({ rules: { ...rules, minQuantity: big(minQuantity) } });
    expect(steps(selling, least('250.6'))).toEqual(['move stopped']);
    expect(steps(selling, least('250.5'))).toEqual(['place 0/0/stop/1 market sell 250.5 at 0.523']);
  });

  it('sells in parts that the exchange takes, until what is left is too little', () => {
    const selling = { ...stopping, ending: 'sell' as const };
    expect(said(factsWith(selling), around({ last: null }))).toEqual({ steps: [], again: 5000 });
    expect(steps(selling, { last: big('0.52301') })).toEqual(['place 0/0/stop/1 market sell 250.5 at 0.5231']);
    const parts = { marketMost: big(100) };
    expect(steps(selling, parts)).toEqual(['place 0/0/stop/1 market sell 100 at 0.523']);
    const whole = (attempt: number) => sale({ attempt, quantity: '100', filled: '100', state: 'filled' });
    expect(steps({ ...selling, orders: [whole(1), whole(2)] }, parts)).toEqual([
      'place 0/0/stop/3 market sell 50.5 at 0.523',
    ]);
    // Orders that were filled are no failed attempts.
    const many = [1, 2, 3].map((attempt) => sale({ attempt, quantity: '50', filled: '50', state: 'filled' }));
    expect(steps({ ...selling, orders: many }, { marketMost: big(50) })).toEqual([
      'place 0/0/stop/4 market sell 50 at 0.523',
    ]);
    const last = sale({ attempt: 3, quantity: '50.5', filled: '50.5', state: 'filled' });
    expect(steps({ ...selling, orders: [whole(1), whole(2), last] }, parts)).toEqual(['move stopped']);
  });

  it('C-15: of a pair that is gone nothing is sold any more', () => {
    const gone = { isTrading: false, isGone: true };
    expect(steps({ ...stopping, ending: 'sell' }, gone)).toEqual(['move stopped']);
    expect(steps({ ...stopping, ending: 'sell', orders: [runOrder({})] }, gone)).toEqual(['cancel 1 0 buy 1']);
  });

  it('buys back with its money, for no more than half a percent above the market', () => {
    const buying = { ...stopping, counterEarning: false, ending: 'buy-back' as const };
    expect(steps(buying)).toEqual(['place 0/0/stop/1 ioc buy 99.5 at 0.5256']);
    const failed = [1, 2, 3].map((attempt) =>
      runOrder({ level: 0, leg: 'stop', attempt, state: 'expired', quantity: '99.5', updatedAt: 0 }),
    );
    expect(steps({ ...buying, orders: failed })).toEqual(['place 0/0/stop/4 ioc buy 99.5 at 0.5256']);
  });

  it('C-9: what was refused is tried again as long as it can be sold, after 5 s, 10 s … a minute', () => {
    const refused = (count: number) =>
      Array.from({ length: count }, (_, at) => sale({ attempt: at + 1, quantity: '250.5', state: 'rejected' }));
    const after = (orders: RunOrder[]) => said(factsWith({ ...stopping, ending: 'sell', orders }), around()).again;
    expect([1, 2, 3, 4, 5, 2000].map((count) => after(refused(count)))).toEqual([
      5000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
    const facts = factsWith({ ...stopping, ending: 'sell', orders: refused(7) });
    expect(said(facts, around({ now: NOW + 60_000 })).steps).toEqual(['place 0/0/stop/8 market sell 250.5 at 0.523']);
    // What sold a part is progress: the pause begins anew.
    const part = sale({ attempt: 8, quantity: '250.5', filled: '100', state: 'expired' });
    expect(after([...refused(7), part])).toBe(5000);
    const partly = factsWith({ ...stopping, ending: 'sell', orders: [...refused(7), part] });
    expect(said(partly, around({ now: NOW + 5000 })).steps).toEqual(['place 0/0/stop/9 market sell 150.5 at 0.523']);
    // Nothing that an order takes is left.
    const rest = sale({ attempt: 8, quantity: '250.5', filled: '245', state: 'expired' });
    expect(steps({ ...stopping, ending: 'sell', orders: [...refused(7), rest] })).toEqual(['move stopped']);
  });
});

describe('C-11, T-8 what its rounds make of a run', () => {
  const leg = (turn: number, change: Parameters<typeof runOrder>[0] = {}): RunOrder => {
    const side = turn % 2 === 0 ? 'buy' : 'sell';
    const filled = side === 'buy' ? '105' : '104.8';
    return runOrder({ turn, side, quantity: filled, filled, state: 'filled', updatedAt: NOW + turn, ...change });
  };
  /** Rounds that earn this much each, and then an order that rests. */
  const rounds = (...earned: string[]): RunOrder[] => [
    ...earned.flatMap((result, round) => [
      leg(2 * round, { counter: big('-50.4') }),
      leg(2 * round + 1, { counter: big(result).plus('50.4') }),
    ]),
    runOrder({ turn: 2 * earned.length }),
  ];
  const at = (orders: RunOrder[], change: Partial<RunFacts> = {}) => steps({ orders, ...change });
  const given = { base: big(0), counter: big(1000) };

  it('C-11 three in a row that earned nothing pause it', () => {
    const levels = [runLevel(levelOf(1), { counter: '1000' })];
    const pauses = expect.stringMatching(/^move paused: Its last three rounds earned nothing after fees/);
    expect(at(rounds('0', '-1', '0'), { given, levels })).toEqual([pauses]);
    expect(at(rounds('0', '-1', '1'), { given, levels })).toEqual([]);
    expect(at(rounds('1', '-1', '0'), { given, levels })).toEqual([]);
    expect(at(rounds('1', '-1', '0', '0'), { given, levels })).toEqual([pauses]);
    // Those from before it was resumed are forgiven.
    expect(at(rounds('0', '-1', '0'), { given, levels, stateSince: NOW + 1 })).toEqual([]);
    expect(at(rounds('0', '-1', '0'), { given, levels, stateSince: NOW })).toEqual([pauses]);
    expect(at(rounds('0', '-1', '0'), { given, levels, state: 'paused' })).toEqual([]);
  });

  it('C-11 the latest rounds of all levels count, the oldest first', () => {
    const levels = [1, 2].map((number) => runLevel(levelOf(number), { counter: '1000' }));
    const ofSecond = (later: number) =>
      rounds('5').map((order) => Object.assign(order, { level: 2, updatedAt: order.updatedAt + later }));
    const late = ofSecond(100);
    expect(at([...late, ...rounds('0', '0', '0')], { given, levels })).toEqual([]);
    const early = ofSecond(-100);
    expect(at([...early, ...rounds('0', '0', '0')], { given, levels })).toHaveLength(1);
  });

  it('T-8 a round that is not repeated ends the run', () => {
    const levels = [runLevel(levelOf(1, { repeat: false }), { counter: '50.4' })];
    expect(at(rounds('1').slice(0, 2), { levels })).toEqual(['move stopping: Its round is done.']);
    expect(at(rounds('1').slice(0, 2), { levels: [...levels, runLevel(levelOf(2), { counter: '50.4' })] })).toEqual([
      'place 2/0/buy/1 limit buy 105 at 0.48',
    ]);
  });

  it('T-8 it goes on while another level has its round before it', () => {
    const levels = [1, 2].map((number) => runLevel(levelOf(number, { repeat: false }), { counter: '50.4' }));
    const orders = [...rounds('1').slice(0, 2), runOrder({ level: 2 })];
    expect(said(factsWith({ orders, levels }), around())).toEqual({ steps: [], again: null });
    const waits = { band: { buy: { low: big(1), high: big(2) }, sell: { low: big(1), high: big(2) } } };
    expect(said(factsWith({ orders: orders.slice(0, 2), levels }), around(waits))).toEqual({ steps: [], again: 5000 });
  });

  it('C-11 five refusals for the same reason within ten minutes ask the owner', () => {
    const refused = (attempt: number, change: Parameters<typeof runOrder>[0] = {}): RunOrder =>
      runOrder({ attempt, state: 'rejected', reason: 'No.', updatedAt: NOW - 60_000, ...change });
    const of = (count: number, change: Parameters<typeof runOrder>[0] = {}) =>
      Array.from({ length: count }, (_, index) => refused(index + 1, change));
    const again = ['place 1/0/buy/5 limit buy 105 at 0.48'];
    expect(at(of(4))).toEqual(again);
    // With an order that rests, nothing else is due.
    const resting = runOrder({ attempt: 9 });
    expect(at([...of(5), resting])).toEqual(['move attention: No.']);
    expect(at([...of(4), resting])).toEqual([]);
    expect(at([...of(4), refused(5, { reason: 'Another.' }), resting])).toEqual([]);
    expect(at([...of(4), refused(5, { reason: null }), resting])).toEqual([]);
    expect(at([...of(4), refused(5, { updatedAt: NOW - 600_000 }), resting])).toEqual([]);
    expect(at([...of(4), refused(5, { updatedAt: NOW - 599_999 }), resting])).toEqual(['move attention: No.']);
    expect(at([...of(5), resting], { stateSince: NOW - 60_000 })).toEqual([]);
    expect(at([...of(5), resting], { stateSince: NOW - 60_001 })).toEqual(['move attention: No.']);
  });

  it('C-17 what was refused is not sent again within a minute', () => {
    const refused = (ms: number) => [runOrder({ state: 'rejected', reason: 'No.', updatedAt: NOW - ms })];
    expect(said(factsWith({ orders: refused(59_999) }), around())).toEqual({ steps: [], again: 5000 });
    expect(at(refused(60_000))).toEqual(['place 1/0/buy/2 limit buy 105 at 0.48']);
    const earlierTurn = [
      ...rounds('1').slice(0, 2),
      runOrder({ turn: 1, side: 'sell', attempt: 2, state: 'rejected', reason: 'No.' }),
    ];
    expect(at(earlierTurn)).toEqual(['place 1/2/buy/1 limit buy 105 at 0.48']);
  });
});

describe('C-2, C-14, R-13 a run by its facts alone', () => {
  it('does nothing where it is no run, or over', () => {
    for (const state of ['draft', 'waiting', 'stopped'] as const)
      expect(said(factsWith({ state }), around())).toEqual({ steps: [], again: null });
  });

  it('goes on once all that it places rests, and then only an event changes anything', () => {
    expect(said(factsWith({ state: 'starting' }), around())).toEqual({
      steps: ['place 1/0/buy/1 limit buy 105 at 0.48'],
      again: 5000,
    });
    expect(steps({ state: 'starting', orders: [runOrder({})] })).toEqual(['move running']);
    expect(said(factsWith({ orders: [runOrder({})] }), around())).toEqual({ steps: [], again: null });
    expect(said(factsWith({ orders: [runOrder({ state: 'unknown' })] }), around())).toEqual({ steps: [], again: 5000 });
    expect(steps({ state: 'starting', orders: [runOrder({ state: 'unknown' })] })).toEqual([]);
  });

  it('reads trades first that are not known; the level of theirs waits, others do not', () => {
    const unread = runOrder({ state: 'filled', filled: '105', isBooked: false });
    const levels = [1, 2].map((number) => runLevel(levelOf(number), { counter: '50.4' }));
    expect(steps({ levels, orders: [unread] })).toEqual([
      'read-fills 1 0 buy 1',
      'place 2/0/buy/1 limit buy 105 at 0.48',
    ]);
    expect(steps({ state: 'stopping', ending: 'sell', orders: [unread] })).toEqual(['read-fills 1 0 buy 1']);
  });

  it('C-16 places what is nearest to the market first', () => {
    const at = (number: number, buyPrice: string) =>
      runLevel(levelOf(number, { buyPrice: big(buyPrice), sellPrice: big(buyPrice).plus('0.01') }), { counter: '60' });
    const levels = [at(1, '0.48'), at(2, '0.5'), at(3, '0.54')];
    const order = (last: string | null) =>
      steps({ levels }, { last: last === null ? null : big(last) }).map((line) => line.slice(6, 7));
    expect(order('0.523')).toEqual(['3', '2', '1']);
    expect(order('0.49')).toEqual(['1', '2', '3']);
    expect(order(null)).toEqual(['1', '2', '3']);
  });

  it('C-8 paused, its orders stay or come down as asked', () => {
    const orders = [runOrder({})];
    expect(steps({ state: 'paused', orders })).toEqual([]);
    expect(steps({ state: 'paused', takeDown: true, orders })).toEqual(['cancel 1 0 buy 1']);
    expect(steps({ state: 'running', takeDown: true, orders })).toEqual([]);
    // T-9: outside its borders as well, while it runs.
    expect(steps({ isOutside: true, orders })).toEqual(['cancel 1 0 buy 1']);
    expect(said(factsWith({ isOutside: true }), around())).toEqual({ steps: [], again: 5000 });
    expect(steps({ state: 'paused', isOutside: true, orders })).toEqual([]);
    expect(steps({ state: 'attention', orders })).toEqual([]);
    expect(steps({ state: 'attention', takeDown: true, orders })).toEqual(['cancel 1 0 buy 1']);
    for (const state of ['paused', 'attention'] as const) expect(steps({ state })).toEqual([]);
  });

  it('C-18 a level that was left out places nothing, and comes down with the run', () => {
    const levels = [{ ...runLevel(levelOf(1), { counter: '50.4' }), leftOut: true }];
    expect(said(factsWith({ levels }), around())).toEqual({ steps: [], again: null });
    expect(steps({ levels, state: 'stopping', orders: [runOrder({})] })).toEqual(['cancel 1 0 buy 1']);
  });

  it('before it began there is nothing to say of its levels', () => {
    expect(viewLevels(factsWith({ begun: false }), around())).toEqual([]);
    expect(viewLevels(factsWith({}), around()).map(({ idle }) => idle)).toEqual([null]);
    expect(runStep(factsWith({}), around()).steps).toEqual(runStep(factsWith({}), around()).steps);
  });
});
