import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { followByServer } from '../../../tests/worked-examples/trailing.ts';
import { type Followed, followStep, mustWritePeak, peakAfterGap, wantedStop } from './follow-market.ts';

const terms = { side: 'buy' as const, tick: big('0.0001'), distance: big('0.03') };
const sale = { ...terms, side: 'sell' as const };
const start = (more: Partial<Followed> = {}): Followed => ({
  peak: big('0.5200'),
  stop: big('0.5044'),
  movedAt: null,
  ...more,
});
const trade = (price: string, at = 0) => ({ price: big(price), at });

describe('EX-8 a stop that this server moves', () => {
  it('worked example follow-by-server, trade by trade', () => {
    const { firstStop, trades } = followByServer.in;
    let state: Followed = { peak: big(0), stop: big(firstStop), movedAt: null };
    const seen = trades.map(([ms, price]) => {
      const isFired = big(price).lte(state.stop);
      const step = followStep(state, trade(price, ms), terms);
      state = step;
      return {
        ms,
        price,
        peak: step.peak.toFixed(),
        wanted: step.wanted.toFixed(),
        stopOnExchange: step.stop.toFixed(),
        event: isFired ? 'the exchange fires' : (step.event ?? ''),
      };
    });
    expect(seen).toEqual(followByServer.out.steps);
  });

  it('is moved by a tenth of a percent at least, and by three ticks', () => {
    const event = (price: string, of = start()) => followStep(of, trade(price), terms).event;
    // From 0.5044 a tenth of a percent is 0.0005044: 0.5049 is too little, 0.5050 is enough.
    expect([event('0.5206'), event('0.5207')]).toEqual([null, 'moved']);
    const low = start({ peak: big('0.0520'), stop: big('0.0504') });
    expect([event('0.0522', low), event('0.0523', low)]).toEqual([null, 'moved']);
  });

  it('at most every 5 s', () => {
    const event = (at: number, movedAt: number | null) =>
      followStep(start({ movedAt }), trade('0.53', at), terms).event;
    expect([event(4999, 0), event(5000, 0), event(0, null)]).toEqual(['waits', 'moved', 'moved']);
  });

  it('only three ticks from the market', () => {
    const close = { ...terms, distance: big('0.0005') };
    const at = (price: string) => followStep(start({ peak: big('0.5300'), stop: big('0.5200') }), trade(price), close);
    expect([at('0.5300').event, at('0.5299').event]).toEqual(['moved', 'waits']);
  });

  it('keeps its stop and its time where it is not moved', () => {
    const step = followStep(start({ movedAt: 1000 }), trade('0.53', 2000), terms);
    expect([step.stop.toFixed(), step.movedAt, step.peak.toFixed()]).toEqual(['0.5044', 1000, '0.53']);
    expect(followStep(start(), trade('0.53', 2000), terms).movedAt).toBe(2000);
  });

  it('of a block that sold first follows the lowest trade down', () => {
    const from = { peak: big('0.5200'), stop: big('0.5356'), movedAt: null };
    expect(wantedStop(big('0.5201'), sale).toFixed()).toBe('0.5358');
    const step = followStep(from, trade('0.5000'), sale);
    expect([step.peak.toFixed(), step.stop.toFixed(), step.event]).toEqual(['0.5', '0.515', 'moved']);
    expect(followStep(from, trade('0.5300'), sale)).toMatchObject({ event: null });
    expect(followStep({ ...from, peak: big('0.5') }, trade('0.5148'), sale).event).toBe('waits');
    expect(followStep({ ...from, peak: big('0.5') }, trade('0.5147'), sale).event).toBe('moved');
  });

  it('its peak is written on every tenth of a percent', () => {
    const must = (peak: string, side: 'buy' | 'sell' = 'buy') => mustWritePeak(big(peak), big('0.5'), { side });
    expect([must('0.5005'), must('0.5004')]).toEqual([true, false]);
    expect([must('0.4995', 'sell'), must('0.4996', 'sell')]).toEqual([true, false]);
  });

  it('after a restart goes on from the peak that is written, with the best of the gap', () => {
    const candles = [
      { high: big('0.53'), low: big('0.51') },
      { high: big('0.55'), low: big('0.49') },
    ];
    expect(peakAfterGap(big('0.52'), candles, { side: 'buy' }).toFixed()).toBe('0.55');
    expect(peakAfterGap(big('0.56'), candles, { side: 'buy' }).toFixed()).toBe('0.56');
    expect(peakAfterGap(big('0.52'), candles, { side: 'sell' }).toFixed()).toBe('0.49');
    expect(peakAfterGap(big('0.52'), [], { side: 'sell' }).toFixed()).toBe('0.52');
  });
});
