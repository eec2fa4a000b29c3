import type { Big } from 'big.js';
import type { BotType } from '#contracts/bot-settings.ts';
import type { BotEnding, BotStop } from '#contracts/bot-stop.ts';
import { type StopReason, usualEnding } from '#contracts/rules/bot-ending.ts';
import type { MetStop, StopConditions } from '../../../domain/strategies/rounds/stop-conditions.ts';
import { TIME_OF_DAY } from './run-texts.ts';
import type { ReachedStop, RunRow } from './runs.store.ts';

const fraction = (percent: Big | null | undefined): Big | null => percent?.div(100) ?? null;

/** as rules compare them. */
export const conditionsOf = ({ below, above, gain, loss, at }: BotStop): StopConditions => ({
  below: below ?? null,
  above: above ?? null,
  gain: fraction(gain),
  loss: fraction(loss),
  at: at ?? null,
});

export const hasConditions = (stop: BotStop): boolean =>
  Object.values(conditionsOf(stop)).some((condition) => condition !== null);

/** What becomes of its coins. */
export const endingOf = ({ endings }: BotStop, reason: StopReason, type: BotType): BotEnding =>
  endings?.[reason] ?? usualEnding(reason, type);

export const reachedOf = ({ reason, price, late, isBack }: MetStop, at: number): ReachedStop => ({
  reason,
  price: price?.toFixed() ?? null,
  at,
  late,
  isBack,
});

type Priced = (price: Big | string) => string;

/** Why it stops, as its owner reads it. */
export function stopText({ reason, price, at, late }: ReachedStop, stop: BotStop, priced: Priced): string {
  if (reason === 'at') return 'The time at which it stops has come.';
  const value = stop[reason];
  const set = value?.toFixed() ?? price ?? '';
  const isPrice = reason === 'below' || reason === 'above';
  const met = isPrice
    ? `The price reached its stop at ${priced(set)}.`
    : `Its total reached the ${reason} of ${set}% at which it stops.`;
  const traded = price === null ? '' : ` The price was ${priced(price)}.`;
  const after = late
    ? ` It was crossed at ${TIME_OF_DAY.format(at)} UTC while this server was away: it stops late.`
    : '';
  return `${met}${traded}${after}`;
}

const ASKS = 'The stop at ';

/** a price that has come back since: its owner decides. */
export function askText(
  { reason, price, at }: ReachedStop,
  { below, above }: BotStop,
  { last, priced }: { last: Big; priced: Priced },
): string {
  const [set, extreme] = reason === 'above' ? [above, 'highest'] : [below, 'lowest'];
  const crossed = `${ASKS}${priced(set ?? price ?? '0')} was crossed at ${TIME_OF_DAY.format(at)} UTC`;
  return `${crossed} (${extreme} ${priced(price ?? '0')}) while this server was away. The price is ${priced(last)} now.`;
}

/** Whether it waits for its owner because of a stop. */
export const asksAboutStop = ({ state, reached, reason }: Pick<RunRow, 'state' | 'reached' | 'reason'>): boolean =>
  state === 'attention' && reached !== null && (reason?.startsWith(ASKS) ?? false);
