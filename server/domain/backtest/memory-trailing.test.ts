import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import {
  ENDS,
  minutesAt,
  type planOf,
  settingsOf,
  signalBars,
  START,
  still,
  WORKED,
} from '../../../tests/factories/signal-runs.ts';
import { big } from '../../../tests/factories/worked-grids.ts';
import { followByServer } from '../../../tests/worked-examples/trailing.ts';
import { bothReadings } from './both-readings.ts';
import { decidesAlike } from './half-run.ts';
import { MemoryDeals } from './memory-deals.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';

/** Bought at the market once the worked bar has ended; its stop follows at so many percent. */
const FOLLOWS = { entry: 'now', takeProfit: null, trailing: 2 };

function trailing(more: Parameters<typeof planOf>[0] = {}) {
  const { deals, ...of } = settingsOf({ ...FOLLOWS, ...more });
  if (deals?.by !== 'signal') throw new Error('Signals open its deals.');
  return { ...of, deals };
}

/** The same on an exchange that follows no price, and takes no exits with an entry: this server moves the stop. */
function movedByServer(more: Parameters<typeof planOf>[0] = {}) {
  const { deals, ...of } = trailing(more);
  return { ...of, deals: { ...deals, pair: { ...deals.pair, trailing: null, lists: new Set(['oco'] as const) } } };
}

const before = still(0.53, 6);
const sales = ({ fills }: Pick<ReturnType<typeof replayRun>, 'fills'>): string[] =>
  fills.flatMap(({ side, price }) => (side === 'SELL' ? [price.toFixed()] : []));
const sold = (prices: readonly number[], of: ReplaySettings = trailing()): string[] =>
  sales(replayRun(minutesAt([...before, ...prices]), 'drawn', of));

describe('X-1, PB-7 a stop that follows the price, over the past', () => {
  it('EX-7: the exchange follows the best trade, and sells where the price has turned back by so much', () => {
    // Its trigger is 0.539 after 0.55, and 0.5488 after 0.56.
    expect(sold([0.55, 0.5391, 0.56, 0.5489])).toEqual([]);
    expect(sold([0.55, 0.539])).toEqual(['0.539']);
    expect(sold([0.55, 0.5391, 0.56, 0.5488])).toEqual(['0.5488']);
  });

  it('PB-7: until the price rises it is where the stop is', () => {
    expect(sold([0.5195])).toEqual([]);
    expect(sold([0.5194])).toEqual(['0.5194']);
  });

  it('PB-7: a take profit ends the deal, and the stop with it', () => {
    const of = trailing({ takeProfit: 4 });
    expect(sold([0.55, 0.5512, 0.53], of)).toEqual(['0.5512']);
    expect(sold([0.55, 0.539, 0.5512], of)).toEqual(['0.539']);
  });

  it('EX-8: where the exchange does not, this server moves it, at least by a tenth of a percent', () => {
    // 0.5296 wants 0.519, which is less than it has; 0.5305 wants 0.5198, not a tenth of a percent more.
    expect(sold([0.5305, 0.5195], movedByServer())).toEqual([]);
    expect(sold([0.55, 0.539], movedByServer())).toEqual(['0.539']);
  });

  it('follow-by-server EX-8: up only, in steps, at most every five seconds', () => {
    const { trades } = followByServer.in;
    const of = movedByServer({ stop: 3, trailing: 3 });
    const start = { ...of, given: of.plan.given, price: big('0.52'), signals: signalBars(WORKED) };
    const run = new MemoryDeals(start, START);
    run.print(START, big('0.52'));
    const begins = ENDS + MINUTE;
    run.print(begins, big('0.52'));
    const seen = trades.map(([ms, price]) => {
      const { above, below } = run.quiet;
      const isDue = run.due !== null && run.due <= begins + ms;
      // As a replay does it: what touches nothing is passed over.
      if (isDue || above?.gte(price) || below?.lte(price)) run.print(begins + ms, big(price));
      return run.resting.map(({ stopPrice }) => stopPrice.toFixed());
    });
    const expected = followByServer.out.steps.map(({ stopOnExchange, event }) =>
      event.endsWith('fires') ? [] : [stopOnExchange],
    );
    expect(seen).toEqual(expected);
  });

  it('X-5, X-6: whether a bar went up or down first decides: both readings are run, the worse is booked, and the bar counts', () => {
    const bars = minutesAt([...before, 0.53, 0.54]);
    const at = before.length;
    [bars.high[at], bars.low[at], bars.close[at]] = [0.55, 0.538, 0.54];
    const both = bothReadings(bars, trailing());
    // Down first: the trigger of 0.539 comes after it. Up first: it sells at 0.538.
    expect([sales(both.booked), sales(both.other)]).toEqual([['0.538'], []]);
    expect([both.booked.reading, both.ambiguous]).toEqual(['reversed', 1]);
    const quiet = bothReadings(minutesAt([...before, 0.55, 0.545]), trailing());
    expect(quiet.ambiguous).toBe(0);
  });

  it('X-3: the first half alone decides the same', () => {
    const wave = Array.from({ length: 120 }, (_, at) => 0.53 + 0.0005 * at + 0.02 * Math.sin(at / 9));
    const prices = [...before, ...wave.map((price) => Number(price.toFixed(4)))];
    const all = minutesAt(prices);
    for (const settings of [trailing({ stop: 5, trailing: 4 }), movedByServer({ stop: 5, trailing: 4 })]) {
      const whole = replayRun(all, 'drawn', settings);
      expect(whole.fills.length).toBeGreaterThan(1);
      expect(decidesAlike(all, whole, (half) => replayRun({ ...all, ...half }, 'drawn', settings))).toBe(true);
    }
  });
});
