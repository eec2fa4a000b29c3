import { Big } from 'big.js';
import type { HookTemplate } from '#contracts/hooks.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { PlaceOrder } from '#contracts/orders.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { HookRow } from '../hooks.store.ts';
import type { SignalRow } from '../signals.store.ts';

/** How far above the last price an entry without a price of its own may be filled: half a percent. */
const REACH = new Big('1.005');
const FULL = 100;

interface Terms extends PlaceOrder {
  section: 'buy';
  alone: boolean;
  hookName: string;
}

const fraction = (percent: Big): Big => percent.div(FULL);

/**
 * The order of an entry: a limit at the signal's own price, or else one that trades at once and cannot be filled far from
 * the last price. Targets are the signal's, or those of the template at their distance from the last price.
 */
export function entryOrder(
  { template, hook, row }: { template: HookTemplate; hook: HookRow; row: SignalRow },
  { pair, last }: { pair: ExchangePair; last: Big },
): Terms {
  const { exits } = template;
  const [sent] = row.takeProfits ?? [];
  const { takeProfitPercent, stopLossPercent } = exits ?? {};
  const takeProfit = sent
    ? new Big(sent)
    : takeProfitPercent && ceilTo(pair.tick, last.times(fraction(takeProfitPercent).plus(1)));
  const stopLoss =
    row.stopLoss ?? (stopLossPercent && floorTo(pair.tick, last.times(new Big(1).minus(fraction(stopLossPercent)))));
  return {
    section: 'buy',
    market: template.market,
    symbolName: pair.symbol.toLowerCase(),
    price: row.price ?? ceilTo(pair.tick, last.times(REACH)),
    counterQuantity: row.amount ?? new Big(0),
    counterEarning: true,
    mainUid: hook.keyId,
    alone: !template.copies,
    hookName: template.name,
    ...(takeProfit ? { takeProfitPrice: takeProfit } : {}),
    ...(stopLoss ? { stopLossPrice: stopLoss } : {}),
  };
}
