import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import {
  ENDS,
  LENGTH,
  minutesAt,
  type planOf,
  settingsOf,
  signalBars,
  still,
  WORKED,
} from '../../../tests/factories/signal-runs.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../tests/factories/worked-bars.ts';
import { big } from '../../../tests/factories/worked-grids.ts';
import { decidesAlike } from './half-run.ts';
import { replayRun } from './replay-run.ts';

const traded = ({ fills }: ReturnType<typeof replayRun>): string[] =>
  fills.map(
    ({ side, quantity, price, time }) =>
      `${side} ${quantity.toFixed()} ${price.toFixed()} at ${(time - ENDS) / MINUTE}`,
  );
const run = (prices: readonly number[], more: Parameters<typeof planOf>[0] = {}, signals = signalBars(WORKED)) =>
  replayRun(minutesAt(prices, signals), 'drawn', settingsOf(more));

describe('X-1, PB-8 a smart money bot in memory', () => {
  it('smart-money PB-5, PB-7: a bar that stands out rests an entry with its exits; the take profit ends the deal', () => {
    const found = run([...still(0.53, 6), 0.5251, 0.5251, 0.5409]);
    expect(traded(found)).toEqual(['BUY 190.4 0.5251 at 1', 'SELL 190.2 0.5409 at 3']);
    const earned = big('190.2').times('0.5409').times('0.999').minus(big('190.4').times('0.5251'));
    expect(found.cycles.map(({ counter }) => counter.toFixed())).toEqual([earned.toFixed()]);
    expect(traded(run([...still(0.53, 6), 0.5251, 0.5145]))).toEqual([
      'BUY 190.4 0.5251 at 1',
      'SELL 190.2 0.5145 at 2',
    ]);
  });

  it('X-3: it sees a bar a moment after its end, and its orders trade with the next price', () => {
    // The price of the bar's last minute and of the next one's first moment would have filled it.
    const found = run([...still(0.53, 4), 0.52, 0.52, 0.53, 0.53]);
    expect(traded(found)).toEqual(['BUY 190.4 0.52 at 0.03333333333333333']);
    expect(traded(run([...still(0.53, 4), 0.52, 0.53, 0.53]))).toEqual([]);
  });

  it('PB-2: what had ended when it began is no signal', () => {
    const later = replayRun(minutesAt(still(0.52, 20), signalBars(WORKED), ENDS), 'drawn', settingsOf({}, ENDS));
    expect(later.fills).toEqual([]);
    const since = ENDS - 1;
    const same = replayRun(minutesAt(still(0.52, 20), signalBars(WORKED), ENDS), 'drawn', settingsOf({}, since));
    expect(same.fills).toHaveLength(1);
  });

  it('PB-5: an entry that has not filled in its bars is canceled', () => {
    const until = (minutes: number) => run([...still(0.53, 5 + minutes), 0.52, 0.53]).fills.length;
    expect([until(14), until(16)]).toEqual([1, 0]);
  });

  it('PB-5: one that is bought now pays the market of then, and its exits are counted from it', () => {
    const { fills } = run([...still(0.53, 8), 0.5194], { entry: 'now', takeProfit: null });
    expect(fills.map(({ side, quantity, price }) => [side, quantity.toFixed(), price.toFixed()])).toEqual([
      ['BUY', '187.7', '0.53'],
      ['SELL', '187.5', '0.5194'],
    ]);
    expect(fills[0]?.time).toBe(ENDS + 2 * SECOND);
  });

  it('PB-8: sellers that prevail close what is open, unless it is not wanted', () => {
    const rows = {
      closes: [...CLOSES.slice(0, 39), 0.53],
      volumes: [...VOLUMES.slice(0, 39), 50_000],
      bought: [...TAKER_BOUGHT.slice(0, 39), 0],
    };
    const sold = (more: Parameters<typeof planOf>[0]) =>
      traded(run(still(0.53, 15), { entry: 'now', takeProfit: null, ...more }, signalBars(rows))).map(
        (line) => line.split(' at ')[0],
      );
    expect(sold({})).toEqual(['BUY 187.7 0.53', 'SELL 187.5 0.53']);
    expect(sold({ sellersClose: false })).toEqual(['BUY 187.7 0.53']);
  });

  it('PB-3, PB-4: another signal opens another deal while there is a place, each with its share', () => {
    const rows = {
      closes: [...CLOSES, ...still(0.53, 3)],
      volumes: [...VOLUMES, 9000, 9500, 9000],
      bought: [...TAKER_BOUGHT, 9000, 9500, 9000],
    };
    const bought = (places: number) =>
      run(still(0.53, 40), { entry: 'now', places }, signalBars(rows)).fills.map(({ quantity }) => quantity.toFixed());
    expect(bought(1)).toEqual(['187.7']);
    // Of the second, what is left pays so much at its limit.
    expect(bought(2)).toEqual(['94.3', '93.9']);
  });

  it('PB-4: a share of everything is one of the money: a rest of coins that cannot be sold does not keep it from the next deal', () => {
    const rows = {
      closes: [...CLOSES, ...still(0.53, 3)],
      volumes: [...VOLUMES, 9000, 9500, 9000],
      bought: [...TAKER_BOUGHT, 9000, 9500, 9000],
    };
    const prices = [...still(0.53, 8), ...still(0.5194, 1), ...still(0.53, 20)];
    const { fills, halted } = run(prices, { entry: 'now' }, signalBars(rows));
    expect(halted).toBeNull();
    expect(fills.map(({ side }) => side)).toEqual(['BUY', 'SELL', 'BUY']);
  });

  it('X-3: the first half alone decides the same; bars that are told before they have ended are caught', () => {
    const rows = { closes: still(0.53, 80), volumes: still(1000, 80), bought: still(500, 80) };
    for (const at of [40, 47, 55, 62, 70]) [rows.volumes[at], rows.bought[at]] = [9000, 8000];
    const prices = Array.from({ length: 200 }, (_, at) => Number((0.53 + 0.02 * Math.sin(at / 6)).toFixed(4)));
    const all = minutesAt(prices, signalBars(rows));
    const of = settingsOf({ look: 3, places: 5, entry: 'now', takeProfit: null, stop: 20 });
    const honest = (bars: typeof all) => replayRun(bars, 'drawn', of);
    const peeking = (bars: typeof all) => {
      const { signals } = bars;
      return honest({ ...bars, signals: { ...signals, times: signals.times.map((time) => time - LENGTH) } });
    };
    expect(honest(all).fills.length).toBeGreaterThan(4);
    const alike = (by: typeof honest) => decidesAlike(all, by(all), (half) => by({ ...all, ...half }));
    expect([alike(honest), alike(peeking)]).toEqual([true, false]);
  });

  it('PB-4: a bot with too little for an order of the exchange asks its owner', () => {
    const { halted, fills } = run([...still(0.53, 20)], { entry: 'now', invest: 4 });
    expect(fills).toEqual([]);
    expect(halted?.text).toMatch(
      /^A deal would be worth 3\.9\d+ USDT; the exchange takes 5 and more at 0\.53\d\d\. Copy it to start another with more\.$/,
    );
  });
});
