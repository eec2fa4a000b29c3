import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import { priceOnTick } from '#contracts/rules/order-total.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { isLegal } from '../../../../domain/exits/exit-terms.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { entryOf } from '../../../../domain/position/books.ts';
import { exitPrice } from '../../../../domain/position/exits.ts';
import { isLive } from '../../../../domain/position/order-state.ts';
import type { OrderFact } from '../../../../domain/position/position.ts';
import { presentPair } from '../../../markets/index.ts';
import { intentOf } from '../../intent.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';
import { mainOf, unsettledFault } from '../change-intent.ts';
import { besideBots } from '../entry/beside-bots.ts';
import { entryTerms } from '../entry/entry-terms.ts';
import { entryContext, exitFault } from '../exit-faults.ts';
import { farPrice } from '../entry/far-price.ts';
import { spentOn } from '../entry/plan-entry.ts';
import { freeOf, tiedUp } from './entry-cost.ts';

export interface SizedChange {
  pair: ExchangePair;
  price: Big;
  /** Base units of the main key in all, what has filled included. */
  quantity: Big;
}

const UNSURE = 'This order is still being looked up on the exchange. It can be changed as soon as its state is known.';

function originFault({ origin, botId }: BlockView['block'], entry: OrderFact | undefined): string | null {
  if (botId !== null) return 'This order belongs to a bot, which decides about its price and amount.';
  return origin !== 'placed' || entry?.isExternal
    ? 'This order was placed on the exchange directly: it can be changed there.'
    : null;
}

/** Why the entry of a block cannot be changed as it stands; null where it can. */
export function stageFault(view: BlockView): string | null {
  const main = mainOf(view);
  const entry = entryOf(main);
  if (view.block.trigger) return 'An order that waits for a price is not changed: cancel it, and order anew.';
  if (main.limits) return 'An order of several limits is not changed: cancel it, and order anew.';
  if (view.intent.ending !== 'none') return 'This block is being ended already.';
  const fromElsewhere = originFault(view.block, entry);
  if (fromElsewhere !== null) return fromElsewhere;
  if (!entry || !isLive(entry.state) || main.row.endedAt !== null)
    return 'This entry is no longer waiting: it cannot be changed.';
  return entry.state === 'planned' || entry.state === 'sending' || entry.state === 'unknown'
    ? UNSURE
    : unsettledFault(main);
}

export const filledOf = (position: PositionView): Big | undefined => entryOf(position)?.filledQuantity;

function restFault(main: PositionView, { pair, price, quantity }: SizedChange): string | null {
  const filled = filledOf(main);
  if (!filled?.gt(0)) return null;
  const { base, counter, minNotional } = pair;
  if (quantity.lte(filled)) return `${grouped(filled)} ${base} of this order are filled already: enter more than that.`;
  const rest = quantity.minus(filled);
  return isLegal({ pair }, rest, price)
    ? null
    : `${grouped(filled)} ${base} are filled already, and the rest of ${grouped(rest)} ${base} is under the minimum of ${grouped(minNotional)} ${counter}.`;
}

/** By the rules that a new entry is held against. */
function exitsRefusal(orders: Orders, view: BlockView, { pair, price, quantity }: SizedChange): string | null {
  const main = mainOf(view);
  const exits = intentOf(view, main);
  const { market, symbol, section: side, counterEarning } = view.block;
  const average = orders.markets.lastPrice(market, symbol)?.price ?? null;
  const percent = pair.percentPrice;
  const desired = { takeProfit: exitPrice(exits, 'take-profit'), stopLoss: exitPrice(exits, 'stop-loss') };
  const fee = orders.marketContext.feeOf({ keyId: main.keyId, symbol });
  const entry = { side, quantity, counter: price.times(quantity) };
  return (
    farPrice(price, { side, tick: pair.tick, average, percent }) ??
    exitsFault(desired, { side, market: price, tick: pair.tick }, average && percent ? { average, percent } : null) ??
    exitFault(exits, entryContext(pair, entry, { side, counterEarning, fee, step: pair.step }), price)
  );
}

/** A refusal of the exchange would come after the old order was canceled: what is short is said before. */
async function fundsFault(
  orders: Orders,
  view: BlockView,
  { pair, price, quantity }: SizedChange,
): Promise<string | null> {
  const main = mainOf(view);
  const { userId } = view.block;
  const left = { price, quantity: quantity.minus(filledOf(main) ?? 0) };
  const { asset, amount } = spentOn(main.section, pair, left);
  const more = amount.minus(tiedUp(main, pair));
  if (more.lte(0)) return null;
  const { keyId } = main;
  const free = await freeOf(orders, userId, { keyId, asset });
  if (free && more.gt(free)) return `Not enough ${asset}: ${grouped(more)} more needed, ${grouped(free)} free.`;
  return besideBots(orders, userId, { keyId, botId: null, asset, amount: more });
}

/** What a changed entry becomes on the exchange's steps, or why it cannot be; in the words of the order form. */
export async function sizeChange(
  orders: Orders,
  view: BlockView,
  wanted: { price: Big; quantity: Big },
): Promise<SizedChange | string> {
  const { market, symbol, section } = view.block;
  const halt = await orders.markets.haltOf(market, symbol);
  if (halt) return `${halt.sentence} The order cannot be changed now: it stays as it is.`;
  const pair = orders.markets.findExchangePair(market, symbol);
  if (!pair) return `${market} does not trade this pair any more.`;
  const price = priceOnTick(section, wanted.price, pair.tick);
  const counterQuantity = price.times(floorTo(pair.step, wanted.quantity));
  const terms = entryTerms({ pair, shown: presentPair(market, pair) }, section, { price, counterQuantity });
  if ('error' in terms) return terms.error;
  const sized = { pair, ...terms };
  return (
    restFault(mainOf(view), sized) ??
    exitsRefusal(orders, view, sized) ??
    (await fundsFault(orders, view, sized)) ??
    sized
  );
}
