import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { KINDS } from './kinds.ts';
import { readCondition, trendDraft, usualDraft } from './condition-draft.ts';
import { mayFireDuringBar } from './during-bar.ts';

it('K-1: the usual values of every kind but the trend line, which needs its points, are a condition', () => {
  const read = KINDS.map(({ value }) => [value, 'condition' in readCondition(usualDraft(value))]);
  expect(read.filter(([, isWhole]) => !isWhole)).toEqual([['trendline', false]]);
  expect(readCondition({ ...usualDraft('rsi'), level: '29.5' })).toEqual({
    condition: { kind: 'rsi', length: 14, level: 29.5, direction: 'down', interval: '1h' },
  });
});

it('K-2: kinds that go by closes may also fire during the bar; what is not ticked is left out', () => {
  for (const kind of ['rsi', 'ema', 'price-ema', 'macd', 'bollinger'] as const) {
    const [ticked, not] = ['yes', ''].map((duringBar) => readCondition({ ...usualDraft(kind), duringBar }));
    expect(ticked).toMatchObject({ condition: { kind, duringBar: true } });
    expect(not).toEqual(readCondition(usualDraft(kind)));
    expect(mayFireDuringBar(kind)).toBe(true);
  }
  for (const kind of ['percent-move', 'volume', 'trendline', 'time', 'listing'] as const)
    expect(mayFireDuringBar(kind)).toBe(false);
});

it('K-1: says at each field what would be taken', () => {
  expect(readCondition({ ...usualDraft('percent-move'), percent: '91' })).toEqual({
    faults: { percent: 'A move is from 0.1 to 90.' },
  });
  expect(readCondition({ ...usualDraft('volume'), factor: '1.4', bars: '4.5' })).toEqual({
    faults: { factor: 'A factor is from 1.5 to 50.', bars: 'The number of bars is a whole number from 5 to 200.' },
  });
  expect(readCondition({ ...usualDraft('ema'), fast: '21' })).toEqual({
    faults: { slow: 'The first average must be the shorter one.' },
  });
  expect(readCondition({ ...usualDraft('rsi'), length: '' })).toEqual({
    faults: { length: 'A length is a whole number from 2 to 100.' },
  });
});

it('K-8, K-9: a time is by the clock of this device, and a coin may be left out', () => {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  expect(readCondition({ ...usualDraft('time'), clock: '08:30' })).toEqual({
    condition: { kind: 'time', time: { kind: 'weekly', minute: 510, days: [0, 1, 2, 3, 4, 5, 6], zone } },
  });
  expect(readCondition({ ...usualDraft('time'), when: 'weekly', days: '1 5' })).toMatchObject({
    condition: { time: { days: [1, 5] } },
  });
  expect(readCondition({ ...usualDraft('time'), when: 'weekly', days: '' })).toEqual({
    faults: { days: 'Choose at least one day.' },
  });
  expect(readCondition({ ...usualDraft('time'), when: 'once' })).toEqual({ faults: { at: 'Enter a time.' } });
  expect(readCondition({ ...usualDraft('time'), clock: '' })).toEqual({
    faults: { clock: 'Enter a time of the day.' },
  });
  expect(readCondition({ ...usualDraft('listing'), coin: ' doge ' })).toEqual({
    condition: { kind: 'listing', coin: 'DOGE', events: ['listed', 'trading'] },
  });
  expect(readCondition(usualDraft('listing'))).toMatchObject({ condition: { coin: null } });
});

it('K-7: a trend line has two points in the order of their times, and an end', () => {
  const line = { ...usualDraft('trendline'), fromTime: '2026-11-01T10:00', fromPrice: '0.5', toPrice: '0.6' };
  expect(readCondition(line)).toEqual({
    faults: { toTime: 'Enter the time of the second point.', until: 'Enter a time.' },
  });
  const whole = { ...line, toTime: '2026-11-01T09:00', until: '2026-12-01T00:00' };
  expect(readCondition(whole)).toEqual({
    faults: { toTime: 'The second point of a trend line must be later than the first.' },
  });
  expect(readCondition({ ...whole, toTime: '2026-11-02T09:00' })).toMatchObject({
    condition: { from: { price: 0.5 }, to: { price: 0.6 }, straightIn: 'price' },
  });
});

it('K-7: a line drawn on the chart is a condition of the same line, for 30 days', () => {
  const [from, to] = [Date.UTC(2026, 10, 1, 10), Date.UTC(2026, 10, 2, 9)];
  const trend = { from: { time: from, price: 0.5 }, to: { time: to, price: 0.000_000_12 }, logarithmic: true };
  const [before, after] = [to - HOUR_MS, to + HOUR_MS].map((now) => readCondition(trendDraft(trend, now)));
  const line = {
    kind: 'trendline',
    from: trend.from,
    to: trend.to,
    straightIn: 'percent',
    direction: 'either',
  };
  expect(before).toEqual({ condition: { ...line, until: to + 30 * DAY_MS } });
  expect(after).toEqual({ condition: { ...line, until: to + HOUR_MS + 30 * DAY_MS } });
  expect(trendDraft({ ...trend, logarithmic: false }, to)).toMatchObject({ straightIn: 'price' });
});
