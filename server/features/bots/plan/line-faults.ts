import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { TurtleLevels } from '../../../domain/strategies/signals/turtle-levels.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { mostSteps, narrowestStep, paysItsFees } from '../../../domain/strategies/rounds/grid-checks.ts';
import type { GridRules } from '../../../domain/strategies/rounds/level.ts';
import { isRising, priceLines } from '../../../domain/strategies/rounds/price-lines.ts';
import { note, noteWith, pairName, priceText } from './field-note.ts';

export type LinedPlan = Extract<BotPlan, { settings: { low: Big } }>;

/** T-1. */
const WIDEST = 20;
const FEWEST_STEPS = 2;
const MOST_STEPS = 100;

export interface PlanContext {
  pair: ExchangePair;
  /** Last price, counter units. */
  market: Big;
  rules: GridRules;
  /** PB-9: where a breakout would be by the bars of now, counter units; null while that is not known. */
  breakout?: TurtleLevels['breakout'];
}

/** Both ends of the lines, or of two prices that a person types, lie on the exchange's price step. */
export function offTick(fields: Record<string, Big>, pair: ExchangePair): FieldNote[] {
  return Object.entries(fields).flatMap(([field, price]) => {
    const below = floorTo(pair.tick, price);
    if (below.eq(price)) return [];
    const nearest = below.eq(0) ? pair.tick : below;
    return noteWith(`settings.${field}`, `Prices of ${pairName(pair)} have steps of ${pair.tick.toFixed()}.`, nearest);
  });
}

function rangeFaults({ settings: { low, high } }: LinedPlan, { pair }: PlanContext): FieldNote[] {
  if (high.lte(low)) return [note('settings.high', 'Must be above the lowest price')];
  const most = low.times(WIDEST);
  return high.gt(most)
    ? [noteWith('settings.high', `At most ${WIDEST} times the lowest price`, most)]
    : offTick({ low, high }, pair);
}

function stepFaults({ settings: { steps } }: LinedPlan): FieldNote[] {
  if (steps < FEWEST_STEPS)
    return [noteWith('settings.steps', `Use at least ${FEWEST_STEPS} steps.`, new Big(FEWEST_STEPS))];
  return steps > MOST_STEPS
    ? [noteWith('settings.steps', `Use at most ${MOST_STEPS} steps.`, new Big(MOST_STEPS))]
    : [];
}

const percentText = (fraction: Big): string => `${fraction.times(100).toFixed(2)}%`;

/** lines that rise, by more than a round's fees. */
function feeFaults({ settings }: LinedPlan, { rules }: PlanContext): FieldNote[] {
  const lines = priceLines(settings, rules.tick);
  if (paysItsFees(lines, rules)) return [];
  const most = mostSteps(settings, rules);
  const nearest = most === null ? null : { field: 'settings.steps', value: new Big(most) };
  if (!isRising(lines)) return [note('settings.steps', 'Two lines fall on the same price. Use fewer steps.', nearest)];
  const { buyPrice, sellPrice } = narrowestStep(lines, rules);
  const width = percentText(sellPrice.div(buyPrice).minus(1));
  const text = `A step of ${width} does not pay its fees of ${percentText(rules.fee.times(2))}.`;
  return most === null
    ? [note('settings.high', `${text} Use a wider range.`)]
    : [note('settings.steps', `${text} Use at most ${most} steps here, or a wider range.`, nearest)];
}

/** What is wrong with the lines of a grid; without any, it can be sized. */
export function lineFaults(plan: LinedPlan, context: PlanContext): FieldNote[] {
  const range = rangeFaults(plan, context);
  const steps = stepFaults(plan);
  return range.length + steps.length > 0 ? [...range, ...steps] : feeFaults(plan, context);
}

/** C-27: a grid away from the market would only wait. */
export function outsideLines({ settings: { low, high } }: LinedPlan, { pair, market }: PlanContext): FieldNote[] {
  if (market.gte(low) && market.lte(high)) return [];
  const range = `${priceText(low, pair)} to ${priceText(high, pair)}`;
  return [
    note(
      'settings.low',
      `The price is outside ${range}: this bot would only wait. Move the lines, or start at a price.`,
    ),
  ];
}
