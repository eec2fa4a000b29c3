import type { Big } from 'big.js';
import type { BotPreview, PreviewLevel } from '#contracts/bot-preview.ts';
import {
  type AveragingPlan,
  type BotPlan,
  opensDeals,
  type SignalsPlan,
  takesSignals,
  type TurtlePlan,
} from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import {
  boughtBy,
  ladderOf,
  reservedFor,
  resultAt,
  stopOf,
  takeProfitOf,
} from '../../../domain/strategies/averaging/addition-ladder.ts';
import { averagingOf } from '../../../domain/strategies/rounds/plan-run.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { exitsFrom } from '../../../domain/strategies/signals/signal-deals.ts';
import { amountAtStart, signalDealsOf } from '../../../domain/strategies/signals/signal-settings.ts';
import { plannedUnits, turtleSettings, worstOfUnits } from '../../../domain/strategies/rounds/turtle-plan.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { GridLevel, GridRules } from '../../../domain/strategies/rounds/level.ts';
import { ownedAt, tradesOf } from '../../../domain/strategies/rounds/level-trades.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import type { PlanContext } from './line-faults.ts';

type Plan = NonNullable<BotPreview['plan']>;
const PERCENT_DECIMALS = 4;
const AMOUNT_DECIMALS = 8;

const amount = (value: Big): Big => wireAmount(value.round(AMOUNT_DECIMALS, 0));
const percent = (fraction: Big): Big => fraction.times(100).round(PERCENT_DECIMALS, 0);

/** of what a round spends, after both fees. */
const gainOf = ({ buyPrice, sellPrice }: Pick<GridLevel, 'buyPrice' | 'sellPrice'>, { fee }: GridRules): Big =>
  ONE.minus(fee).pow(2).times(sellPrice).div(buyPrice).minus(1);

function levelOf(level: GridLevel, gain: Big, { market, rules }: PlanContext): PreviewLevel {
  const { number, buyPrice, sellPrice, startsBy } = level;
  const { buys, sells } = tradesOf(level, market, rules);
  return {
    number,
    buyPrice,
    sellPrice,
    startsBy,
    buys: amount(buys),
    sells: amount(sells),
    amount: amount(buys.times(buyPrice)),
    percent: percent(gain),
  };
}

/** What rests on each line at first. */
function linesOf({ lines, levels }: RunPlan): Plan['lines'] {
  return lines.map((price) => {
    const buys = levels.some(({ startsBy, buyPrice }) => startsBy === 'buy' && buyPrice.eq(price));
    const sells = levels.some(({ startsBy, sellPrice }) => startsBy === 'sell' && sellPrice.eq(price));
    if (buys) return { price, side: 'buy' as const };
    return { price, side: sells ? ('sell' as const) : null };
  });
}

/** C-22: every deal that may be open at its stop; without one everything is lost. */
function worstSignals({ settings }: SignalsPlan, { rules, market }: PlanContext): Plan['worst'] {
  const { invest, places } = settings;
  const { stop } = exitsFrom(market, signalDealsOf(settings), rules);
  const quantity = floorTo(rules.step, amountAtStart(settings).div(market));
  const bought = boughtBy([{ price: market, quantity }], rules);
  const change = stop ? resultAt(bought, stop, rules).times(places) : invest.times(-1);
  return {
    price: stop ?? ZERO,
    value: amount(invest.plus(change)),
    change: amount(change),
    percent: percent(change.div(invest)),
  };
}

/** C-22: units bought at their limits, sold at the stop of all; by the risk of each while the bars are not known. */
function worstBreakout({ settings }: TurtlePlan, { rules, breakout = null }: PlanContext): Plan['worst'] {
  const { invest } = settings;
  const terms = turtleSettings(settings);
  const { price, change } = breakout
    ? worstOfUnits(plannedUnits(terms, breakout, rules), rules)
    : { price: ZERO, change: invest.times(terms.risk).times(terms.units).times(-1) };
  return {
    price,
    value: amount(invest.plus(change)),
    change: amount(change),
    percent: percent(change.div(invest)),
  };
}

/** C-22: at the stop of a deal, all sold; without one where the bot stops, else at its last addition. */
function worstDeal({ settings }: AveragingPlan, { below }: BotStop, { rules, market }: PlanContext): Plan['worst'] {
  const averaging = averagingOf(settings);
  const ladder = ladderOf(averaging, market, rules);
  const price = stopOf(ladder, averaging, rules) ?? below ?? ladder.at(-1)?.price ?? market;
  const given = reservedFor(ladder);
  const bought = ladder.filter((order) => order.price.gte(price));
  const change = resultAt(boughtBy(bought, rules), price, rules);
  return { price, value: amount(given.plus(change)), change: amount(change), percent: percent(change.div(given)) };
}

/** C-22: at the stop below, or at the lowest line. */
function worstOf(run: RunPlan, stop: BotStop, context: PlanContext): Plan['worst'] {
  const price = stop.below ?? run.lines[0] ?? context.market;
  const { base, counter } = ownedAt(run, price, context);
  const value = counter.plus(base.times(price));
  const before = run.given.counter.plus(run.given.base.times(context.market));
  const change = value.minus(before);
  return { price, value: amount(value), change: amount(change), percent: percent(change.div(before)) };
}

/** What each order of a deal makes of it, if the price turns there: its take profit after all fees, of what was spent by then. */
function dealGains({ settings }: AveragingPlan, { rules, market }: PlanContext): Big[] {
  const averaging = averagingOf(settings);
  const ladder = ladderOf(averaging, market, rules);
  return ladder
    .map((_, at) => boughtBy(ladder.slice(0, at + 1), rules))
    .map((bought) => {
      const price = takeProfitOf(bought, averaging.takeProfit, rules);
      return price ? resultAt(bought, price, rules).div(bought.spent) : ZERO;
    })
    .toReversed();
}

/** What a deal makes at its take profit, of what it has spent; 0 where it has none. */
function signalGains({ settings }: SignalsPlan, { levels }: RunPlan, { rules }: PlanContext): Big[] {
  if (!settings.takeProfit) return levels.map(() => ZERO);
  return levels.map(({ buyPrice, sellPrice, buys }) => {
    const bought = boughtBy([{ price: buyPrice, quantity: buys.by === 'fixed' ? buys.quantity : ZERO }], rules);
    return resultAt(bought, sellPrice, rules).div(bought.spent);
  });
}

/** R-7, PB-11: of what a level spends, or a deal by then, after all fees; in the order of the levels. */
function gainsOf(plan: BotPlan, run: RunPlan, context: PlanContext): Big[] {
  if (!opensDeals(plan)) return run.levels.map((level) => gainOf(level, context.rules));
  if (plan.type === 'averaging') return dealGains(plan, context);
  return takesSignals(plan) ? signalGains(plan, run, context) : run.levels.map(() => ZERO);
}

function worstOfAny(
  { plan, stop }: { plan: BotPlan; stop: BotStop },
  run: RunPlan,
  context: PlanContext,
): Plan['worst'] {
  if (!opensDeals(plan)) return worstOf(run, stop, context);
  if (plan.type === 'averaging') return worstDeal(plan, stop, context);
  return takesSignals(plan) ? worstSignals(plan, context) : worstBreakout(plan, context);
}

const roundOf = ({ buyPrice, sellPrice, percent: gain }: PreviewLevel) => ({ buyPrice, sellPrice, percent: gain });

/** What a start now would place and cost, as a person reads it. */
export function presentPlan(
  { plan, stop }: { plan: BotPlan; stop: BotStop },
  run: RunPlan,
  context: PlanContext,
): Plan | null {
  const gains = gainsOf(plan, run, context);
  const levels = run.levels.map((level, at) => levelOf(level, gains[at] ?? ZERO, context));
  const byGain = levels.toSorted((one, other) => one.percent.cmp(other.percent));
  const [narrowest, widest] = [byGain[0], byGain.at(-1)];
  if (!narrowest || !widest) return null;
  const invested = 'low' in plan.settings && 'invest' in plan.settings ? plan.settings.invest : run.given.counter;
  const { startOrder, given } = run;
  return {
    lines: linesOf(run),
    levels,
    amountPerLevel: run.unit && amount(run.unit),
    atStart: startOrder && {
      ...startOrder,
      quantity: amount(startOrder.quantity),
      counter: amount(startOrder.quantity.times(startOrder.price)),
    },
    needs: { base: amount(given.base), counter: amount(given.counter) },
    left: amount(max(ZERO, invested.minus(given.counter))),
    narrowest: roundOf(narrowest),
    widest: roundOf(widest),
    worst: worstOfAny({ plan, stop }, run, context),
  };
}
