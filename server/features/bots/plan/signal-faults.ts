import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { SignalsPlan } from '#contracts/bot-settings.ts';
import { grouped, min, ONE } from '#contracts/rules/decimal.ts';
import { isOrderable, leastQuantity, leastWorth } from '#contracts/rules/least-order.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { cutShare } from '../../../domain/strategies/signals/opening-deals.ts';
import { exitsFrom } from '../../../domain/strategies/signals/signal-deals.ts';
import { amountAtStart, signalDealsOf } from '../../../domain/strategies/signals/signal-settings.ts';
import { bounds, stopFaults } from './deal-faults.ts';
import { amountText, note, noteWith } from './field-note.ts';
import type { PlanContext } from './line-faults.ts';
import { within } from './within.ts';

/** PB-8. */
const FLOW = { factor: bounds('1.5', '10'), flow: bounds('0.05', '0.9') };
/** PB-6. */
export const DAILY_LOSS = bounds('0.1', '100');
const SHARE = bounds('1', '100');
const DISTANCE = { takeProfit: bounds('0.2', '1000'), trailing: bounds('0.1', '20') };
/** Half a percent above the market is bought: a nearer take profit would be there at once. */
const AT_ONCE = bounds('1', '1000');

function distanceFaults({ takeProfit, trailing, stop, entry }: SignalsPlan['settings']): FieldNote[] {
  const isNear = entry === 'now';
  return [
    ...(takeProfit ? within('takeProfit', takeProfit, isNear ? AT_ONCE : DISTANCE.takeProfit) : []),
    ...(trailing ? within('trailing', trailing, DISTANCE.trailing) : []),
    ...(trailing && !stop ? [note('settings.trailing', 'Only a stop follows the price: set one.')] : []),
  ];
}

export const flowFaults = ({ factor, flow }: { factor: Big; flow: Big }): FieldNote[] => [
  ...within('factor', factor, FLOW.factor),
  ...within('flow', flow, FLOW.flow),
];

/** PB-4: an amount or a share, and never more than all of it. */
function shareFaults({ share, amount, places }: SignalsPlan['settings']): FieldNote[] {
  if (!share) return [];
  if (amount) return [note('settings.share', 'Set an amount of each deal or its share, not both.')];
  const faults = within('share', share, SHARE);
  if (faults.length > 0 || share.times(places).lte(100)) return faults;
  const text = `${places} deals of ${grouped(share)}% are more than what it owns.`;
  return [noteWith('settings.share', text, new Big(100).div(places).round(2, 0))];
}

const boundFaults = ({ settings }: SignalsPlan): FieldNote[] => [
  ...within('dailyLoss', settings.dailyLoss, DAILY_LOSS),
  ...shareFaults(settings),
  ...distanceFaults(settings),
  ...stopFaults(settings),
];

/** PB-4: what keeps a deal from being ordered, and what it brings in from being sold at its stop. */
function amountFaults({ settings }: SignalsPlan, { market, rules, pair }: PlanContext): FieldNote[] {
  const { invest, amount: fixed, share, places } = settings;
  const field = fixed ? 'settings.amount' : 'settings.invest';
  if (fixed?.times(places).gt(invest)) {
    const text = `${places} deals of ${amountText(fixed)} are more than what it is given.`;
    return [note('settings.amount', text, { field: 'settings.amount', value: cutShare(invest.div(places)) })];
  }
  const { stop } = exitsFrom(market, signalDealsOf(settings), rules);
  const lowest = stop ? min(stop, market) : market;
  const quantity = floorTo(rules.step, amountAtStart(settings).div(market));
  const sold = floorTo(rules.step, quantity.times(ONE.minus(rules.fee)));
  if (isOrderable(sold, lowest, rules)) return [];
  const least = leastAmount(lowest, { market, rules, pair });
  const parts = share ? new Big(100).div(share) : new Big(places);
  const value = ceilTo(new Big('0.01'), fixed ? least : least.times(parts));
  const where = stop ? ' at its stop' : '';
  const text = `A deal would be worth ${amountText(sold.times(lowest).round(2, 0))}${where}; the exchange takes ${amountText(leastWorth(rules, lowest))} and more.`;
  return [note(field, text, { field, value })];
}

/** Counter units of a deal from which all of it can be sold at this price. */
function leastAmount(lowest: Big, { market, rules }: PlanContext): Big {
  const sold = leastQuantity(rules, lowest);
  return ceilTo(rules.step, sold.div(ONE.minus(rules.fee)))
    .plus(rules.step)
    .times(market);
}

/** What is wrong with the settings of a bot that goes by signals, at this price. */
export function signalFaults(plan: SignalsPlan, context: PlanContext): FieldNote[] {
  const faults = [...(plan.type === 'smart-money' ? flowFaults(plan.settings) : []), ...boundFaults(plan)];
  return faults.length > 0 ? faults : amountFaults(plan, context);
}
