import { expect, it } from 'vitest';
import { SETTINGS } from '#contracts/bot-settings.ts';
import { TURTLE } from '../../../../tests/factories/bot-settings.ts';
import { exchangePair } from '../../../../tests/factories/past-bars.ts';
import { big, market, rules } from '../../../../tests/factories/worked-grids.ts';
import { turtleFaults } from './turtle-faults.ts';

it('R-8, PB-9: a unit that is too small is refused with what the exchange takes at its stop', () => {
  const refusals = (minQuantity: string, invest: number) => {
    const settings = SETTINGS['smart-money-turtle'].parse({ ...TURTLE, invest });
    // The worked example turtle: its first stop is at 0.5207.
    const breakout = { trigger: big('0.5264'), range: big('0.0028365003') };
    const context = { pair: exchangePair, market, rules: { ...rules, minQuantity: big(minQuantity) }, breakout };
    return turtleFaults({ type: 'smart-money-turtle', settings }, context).map(({ text }) => text);
  };
  const text = (takes: string, least: string) =>
    `A unit would be too small to be sold at its stop; the exchange takes ${takes} and more. Invest at least ${least}, use fewer units, or risk more.`;
  expect(refusals('120', 100)).toEqual([text('62.484', '253.31')]);
  expect(refusals('120', 253.31)).toEqual([]);
  expect(refusals('0.1', 15)).toEqual([text('5', '20.85')]);
});
