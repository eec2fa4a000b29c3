import { describe, expect, it } from 'vitest';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import { plannedUnits, turtlePlan, worstOfUnits } from './turtle-plan.ts';

/** The worked example turtle. */
const BREAKOUT = { trigger: big('0.5264'), range: big('0.0028365003') };
const settings = { given: big(1000), risk: big('0.01'), units: 4 };

describe('C-22 what a start would do', () => {
  const units = plannedUnits(settings, BREAKOUT, rules);

  it('worked example turtle: four units, the last with what is left at its limit', () => {
    expect(units.map(({ trigger, stop }) => [trigger.toFixed(), stop.toFixed()])).toEqual([
      ['0.5264', '0.5207'],
      ['0.5279', '0.5222'],
      ['0.5293', '0.5236'],
      ['0.5307', '0.525'],
    ]);
    // 474.9 at 0.529, 0.5305 and 0.5319 leave 244.24… for 0.5333.
    expect(units.map(({ quantity }) => quantity.toFixed())).toEqual(['474.9', '474.9', '474.9', '457.9']);
  });

  it('the worst is that of all units, bought at their limits and sold at the stop of all', () => {
    const { price, change } = worstOfUnits(units, rules);
    expect(price.toFixed()).toBe('0.525');
    const [spent, sold] = [474.9 * (0.529 + 0.5305 + 0.5319) + 457.9 * 0.5333, 1880.7];
    expect(change.toNumber()).toBeCloseTo(sold * 0.525 * 0.999 - spent, 6);
  });

  it('a start keeps all that it is given, and trades nothing', () => {
    const plan = turtlePlan({ invest: big(1000), risk: big(1), units: 4, breakout: BREAKOUT }, big('0.524'), rules);
    expect([plan.given.counter.toFixed(), plan.startOrder]).toEqual(['1000', null]);
    expect(plan.lines.map((line) => line.toFixed())).toEqual(['0.5264', '0.5279', '0.5293', '0.5307']);
    const unknown = turtlePlan({ invest: big(1000), risk: big(1), units: 4 }, big('0.524'), rules);
    expect(unknown.levels).toHaveLength(1);
  });
});
