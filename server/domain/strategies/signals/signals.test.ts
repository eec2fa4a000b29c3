import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { atr } from '#contracts/rules/series/true-range.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../../tests/factories/worked-bars.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import { amountOf, type DealFacts, isMissed, notOpened } from './opening-deals.ts';
import { flowOf, type FlowBar, type FlowSettings, sellersPrevail, smartMoneyEntry } from './smart-money.ts';
import { additionOf, breakoutOf, exitChannel, turtleStop, unitOf, unitResult } from './turtle.ts';

const BARS: FlowBar[] = CLOSES.map((close, at) => ({
  close: big(close),
  volume: VOLUMES[at] ?? 0,
  takerBought: TAKER_BOUGHT[at] ?? 0,
}));
const FLOW: FlowSettings = { factor: 2, mean: 20, look: 12, bars: 1, least: 0.15 };
const upTo = (bar: number) => BARS.slice(0, bar + 1);

describe('PB-8 smart money', () => {
  it('worked example smart-money: one bar stands out, and buyers took it', () => {
    const found = flowOf(BARS, FLOW);
    expect(found).toMatchObject({ standsOut: [38] });
    const { flow, price } = found?.outstanding ?? {};
    expect([flow?.toFixed(10), price?.toFixed(10)]).toEqual(['0.4000000000', '0.5251000000']);
    expect(smartMoneyEntry(upTo(38), FLOW, rules.tick)?.toFixed()).toBe('0.5251');
  });

  it('is no signal where the close is below the price of those bars, the flow too small, or the bars too few', () => {
    expect(smartMoneyEntry(BARS, FLOW, rules.tick)).toBeNull();
    expect(smartMoneyEntry(upTo(38), { ...FLOW, least: 0.4 }, rules.tick)).not.toBeNull();
    expect(smartMoneyEntry(upTo(38), { ...FLOW, least: 0.401 }, rules.tick)).toBeNull();
    expect(smartMoneyEntry(upTo(38), { ...FLOW, bars: 2 }, rules.tick)).toBeNull();
    expect(flowOf(BARS, { ...FLOW, factor: 5 })).toEqual({ standsOut: [], outstanding: null });
    expect(smartMoneyEntry(BARS, { ...FLOW, factor: 5 }, rules.tick)).toBeNull();
  });

  it('weighs closes by volume, and rounds the entry down to the tick', () => {
    // 1980, 2250 and 6900 of the last three bars, each at its close.
    const settings = { ...FLOW, factor: 1.3, look: 3 };
    const found = flowOf(upTo(38), settings);
    expect(found?.standsOut).toEqual([36, 37, 38]);
    const price = new Big('0.5209').times(1980).plus(new Big('0.5232').times(2250)).plus(new Big('0.5251').times(6900));
    expect(found?.outstanding?.price.toFixed(12)).toBe(price.div(11130).toFixed(12));
    expect(smartMoneyEntry(upTo(38), settings, rules.tick)?.toFixed()).toBe('0.5239');
  });

  it('a bar stands out from exactly so many times the mean, of the bars that are looked at', () => {
    const bars = [10, 10, 20, 19, 10].map((volume) => ({ close: big(1), volume, takerBought: volume }));
    const found = (factor: number, look: number) => flowOf(bars, { ...FLOW, mean: 2, look, factor })?.standsOut;
    expect([found(2, 3), found(2.01, 3), found(2, 2)]).toEqual([[2], [], []]);
  });

  it('sellers prevail from the same flow the other way', () => {
    const sold = upTo(38).map(({ close, volume, takerBought }) => ({
      close,
      volume,
      takerBought: volume - takerBought,
    }));
    expect([sellersPrevail(sold, FLOW), sellersPrevail(upTo(38), FLOW)]).toEqual([true, false]);
    expect([sellersPrevail(sold, { ...FLOW, least: 0.4 }), sellersPrevail(sold, { ...FLOW, least: 0.401 })]).toEqual([
      true,
      false,
    ]);
  });

  it('PB-10: says nothing before there are enough bars', () => {
    expect(flowOf(BARS.slice(0, 31), FLOW)).toBeNull();
    expect(flowOf(BARS.slice(0, 32), FLOW)).not.toBeNull();
    expect([smartMoneyEntry([], FLOW, rules.tick), sellersPrevail([], FLOW)]).toEqual([null, false]);
  });
});

describe('PB-9 turtle', () => {
  const bars = CLOSES.map((close) => ({ high: big(close).plus('0.0012'), low: big(close).minus('0.0011') }));
  const range = atr(20);
  const values = CLOSES.map((close) => range.add({ high: close + 0.0012, low: close - 0.0011, close }));
  const n = big((values.at(-1) ?? 0).toFixed(10));
  const trigger = big('0.5264');
  const settings = { given: big(1000), risk: big('0.01'), units: 4 };

  it('worked example turtle: where it enters, how much, where it adds and where it stops', () => {
    expect(n.toFixed()).toBe('0.0028365003');
    const breakout = breakoutOf(bars, rules);
    expect([breakout?.trigger.toFixed(), breakout?.limit.toFixed()]).toEqual(['0.5264', '0.529']);
    const unit = unitOf(settings, { n, trigger }, rules);
    expect([unit.byRisk, unit.byCapital, unit.quantity].map((each) => each.toFixed())).toEqual([
      '1486.8',
      '474.9',
      '474.9',
    ]);
    const entries = [0, 1, 2, 3].map((nth) => additionOf(trigger, { n, unit: nth }, rules).trigger);
    expect(entries.map((each) => each.toFixed())).toEqual(['0.5264', '0.5279', '0.5293', '0.5307']);
    const first = turtleStop({ entry: trigger, n }, null, rules);
    const fourth = turtleStop({ entry: entries[3] ?? trigger, n }, first, rules);
    expect([first.toFixed(), fourth.toFixed()]).toEqual(['0.5207', '0.525']);
    expect(exitChannel(bars, rules)?.toFixed()).toBe('0.5083');
    expect(unitResult(unit.quantity, { entry: trigger, stop: first }, rules).toFixed(11)).toBe('-3.20124357957');
  });

  it('looks at the last 20 bars for the breakout and at the last 10 for the exit', () => {
    const [first, ...others] = bars.slice(-21);
    const far = [{ high: big(9), low: big('0.1') }, ...others];
    expect(first && breakoutOf(far, rules)?.trigger.toFixed()).toBe('0.5264');
    expect(exitChannel([...far.slice(0, 1), ...others.slice(-10)], rules)?.toFixed()).toBe('0.5083');
  });

  it('the risk bounds a unit where it is less than the capital', () => {
    expect(unitOf({ ...settings, risk: big('0.001') }, { n, trigger }, rules).quantity.toFixed()).toBe('148.6');
  });

  it('its stop goes only up', () => {
    expect(turtleStop({ entry: trigger, n }, big('0.5208'), rules).toFixed()).toBe('0.5208');
    expect(turtleStop({ entry: trigger, n }, big('0.5206'), rules).toFixed()).toBe('0.5207');
  });

  it('PB-10: has no breakout before 20 bars, and no exit before 10', () => {
    expect([breakoutOf(bars.slice(0, 19), rules), exitChannel(bars.slice(0, 9), rules)]).toEqual([null, null]);
    expect(breakoutOf(bars.slice(0, 20), rules)?.trigger.toFixed()).toBe('0.5247');
    expect(exitChannel(bars.slice(0, 10), rules)?.toFixed()).toBe('0.5097');
  });
});

describe('PB-2, PB-3, PB-4, PB-6 opening deals', () => {
  const limits = { places: 2, coolDown: HOUR, perDay: 10, dailyLoss: big('0.05') };
  const facts: DealFacts = {
    open: 1,
    lastEnd: DAY,
    today: { deals: 9, result: big('-49.99') },
    given: big(1000),
    now: DAY + HOUR,
  };
  const why = (changed: Partial<DealFacts>) => notOpened(limits, { ...facts, ...changed });

  it('one is opened while there is a place, the rest is over, and the day has deals and money left', () => {
    expect([why({}), why({ lastEnd: null, now: 1 })]).toEqual([null, null]);
    expect([why({ open: 2 }), why({ now: DAY + HOUR - 1 })]).toEqual(['places', 'cool-down']);
    expect(why({ today: { deals: 10, result: big(0) } })).toBe('deals-of-day');
    expect(why({ today: { deals: 0, result: big(-50) } })).toBe('daily-loss');
  });

  it('a signal older than a bar is missed', () => {
    const late = (ms: number) => isMissed({ barEnd: DAY, now: DAY + ms }, 5 * MINUTE);
    expect([late(5 * MINUTE), late(5 * MINUTE + 1)]).toEqual([false, true]);
  });

  it('an amount is fixed, or a share of what the bot owns, to a cent downward, and of less than ten to eight decimals', () => {
    const purse = { owns: big('1200.456'), free: big(600), given: big(1000) };
    const share = { by: 'share' as const, share: big('0.5') };
    expect(amountOf(share, { ...purse, free: big('600.22') }, true)?.toFixed()).toBe('600.22');
    expect(amountOf(share, purse, true)?.toFixed()).toBe('600');
    expect(amountOf(share, { ...purse, free: big(0) }, true)).toBeNull();
    const coins = { owns: big('0.5'), free: big('0.5'), given: big('0.5') };
    expect(amountOf({ by: 'share', share: big('0.05') }, coins, true)?.toFixed()).toBe('0.025');
    expect(amountOf({ by: 'share', share: big(1).div(3) }, coins, true)?.toFixed()).toBe('0.16666666');
    expect(amountOf(share, purse, false)?.toFixed()).toBe('500');
    expect(amountOf(share, { ...purse, owns: big(800) }, false)?.toFixed()).toBe('400');
    const fixed = (amount: string) => amountOf({ by: 'fixed', amount: big(amount) }, purse, true);
    expect([fixed('600')?.toFixed(), fixed('600.01'), fixed('0')]).toEqual(['600', null, null]);
  });
});
