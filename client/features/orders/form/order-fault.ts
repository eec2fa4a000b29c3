import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { isLargeEnough, leastOrder, type Receipt, stepFault } from '#contracts/rules/order-total.ts';
import { haltMessage } from '../../../lib/halt-message.ts';
import type { Filled, Market } from './order-draft.ts';

export interface OrderContext {
  hasKey: boolean;
  /** False while the live connection is lost. */
  connected: boolean;
  stale: boolean;
  /** Trading is switched off; a notice above the form says by whom. */
  tradingOff: boolean;
  /** Free balance of the spent currency; null while unknown. */
  free: Big | null;
  /** What besides belongs to bots; 0 where nothing does. */
  keptByBots: Big;
}

function missing({ price, quantity, unsized }: Filled): string | null {
  if (!readNumber(price)?.gt(0)) return 'Enter a price.';
  if (unsized !== null) return unsized;
  return quantity === '' ? 'Enter a quantity or a total.' : null;
}

function tooSmall(receipt: Receipt, { pair }: Market): string | null {
  if (isLargeEnough(receipt, pair)) return null;
  const { quantity, total } = leastOrder(receipt.price, pair);
  const { baseCurrency: base, counterCurrency: counter } = pair;
  return `Smallest order here: ${grouped(total)} ${counter} (${grouped(quantity)} ${base}).`;
}

/** C-5: of what bots keep the preview says which bot. */
function tooMuch(
  { cost, quantity }: Receipt,
  { free, keptByBots }: Pick<OrderContext, 'free' | 'keptByBots'>,
  { side, pair }: Market,
): string | null {
  const [needed, currency] = side === 'buy' ? [cost, pair.counterCurrency] : [quantity, pair.baseCurrency];
  if (free === null || needed.lte(free.plus(keptByBots))) return null;
  return `Not enough ${currency}: ${grouped(needed)} needed, ${grouped(free)} free.`;
}

function halted({ marketPrice, pair }: Market, { hasKey, connected, stale, tradingOff }: OrderContext): string | null {
  if (!hasKey) return 'Add an API key first, on the API page.';
  if (tradingOff) return 'Trading is switched off: nothing can be ordered.';
  if (!connected) return 'No connection. Order once it is back.';
  const halt = haltMessage(pair);
  if (halt !== null) return halt;
  if (!marketPrice) return 'The market price is not known yet.';
  return stale ? 'The price is outdated. Order once it moves.' : null;
}

/** Why the order cannot be placed now; null if it can. */
export function orderFault(filled: Filled, market: Market, context: OrderContext): string | null {
  const halt = halted(market, context);
  if (halt !== null) return halt;
  const { receipt, targets } = filled;
  if (!receipt) return missing(filled) ?? 'The quantity is below the smallest step.';
  return (
    stepFault(receipt.price, market.pair) ??
    tooSmall(receipt, market) ??
    tooMuch(receipt, context, market) ??
    targets.takeProfit.error ??
    targets.stopLoss.error
  );
}
