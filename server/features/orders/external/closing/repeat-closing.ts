import { ZERO } from '#contracts/rules/decimal.ts';
import type { Fill } from '../../../../exchanges/exchange.ts';
import { type BlockView, readViews } from '../../store/block-view.store.ts';
import type { NewOrder } from '../../store/work.store.ts';
import { type ClosingPart, closingPart } from './closing-parts.ts';
import { type Holding, manyShares, oneShare, type Share, shareOfTrades } from './closing-shares.ts';
import { type Closing, outsideStore } from '../external.store.ts';
import { type ExternalDeps, type DealContext } from '../deal-context.ts';
import { SEND_WITHIN } from '../../sending/planned-copy.ts';

/** The trades of an order that is over; where the exchange does not answer, as one with the fee that is usual. */
async function tradesOf(deps: ExternalDeps, { key, pair, deal: { order, price } }: DealContext): Promise<Fill[]> {
  const { symbol, exchangeOrderId, side, quantity, filledCounterQuantity, updatedAt } = order;
  const answer = await deps.markets.exchange(key.market).fills(key.credentials, { symbol, exchangeOrderId });
  if (answer.outcome === 'ok' && answer.value.length > 0) return answer.value;
  const brought = side === 'buy' ? quantity : (filledCounterQuantity ?? price.times(quantity));
  const commission = brought.times(deps.marketContext.feeOf({ keyId: key.keyId, symbol }));
  const commissionAsset = side === 'buy' ? pair.base : pair.counter;
  const trade = { symbol, tradeId: exchangeOrderId, exchangeOrderId, side, price, quantity, tradedAt: updatedAt };
  return [{ ...trade, commission, commissionAsset }];
}

/** One order that closed several blocks: each has its part of it and of its trades in its books. */
function sharedOut(row: NewOrder, trades: readonly Fill[], share: { index: number; share: Share }) {
  const own = shareOfTrades(trades, { index: share.index, sold: share.share.sold });
  const quantity = own.reduce((sum, trade) => sum.plus(trade.quantity), ZERO);
  const counter = own.reduce((sum, trade) => sum.plus(trade.quantity.times(trade.price)), ZERO);
  const { userId, keyId, symbol, id: orderId } = row;
  const clientOrderId = shareName(row.clientOrderId, share.index);
  return {
    main: { ...row, clientOrderId, quantity, filledQuantity: quantity, filledCounterQuantity: counter },
    fills: own.map((trade) => Object.assign(trade, { userId, keyId, symbol, orderId })),
  };
}

const shareName = (name: string, index: number): string => `${name} +${index}`;

/** What an order of the owner's may be called in the books. */
export const namesOf = (name: string): string[] => [name, shareName(name, 0)];

function sharesOf({ deal }: DealContext, open: readonly Holding[]): Share[] {
  const one = oneShare(open, deal.quantity);
  if (one) return [one];
  const [oldest] = open;
  if (deal.isTarget && oldest) return [{ ...oldest, sold: oldest.held }];
  // How much of a resting order will trade is not known yet: its blocks are closed with it once it has ended.
  return deal.isTraded ? manyShares(open, deal.quantity) : [];
}

async function writtenOf(deps: ExternalDeps, context: DealContext, shares: readonly Share[]): Promise<Closing> {
  const { clock, markets } = deps;
  const made: ClosingPart[] = shares.map((share) => closingPart(deps, context, share));
  const trades = shares.length > 1 ? await tradesOf(deps, context) : [];
  const mains = made.map(({ main }, index) => {
    const share = shares[index];
    return trades.length > 0 && share ? sharedOut(main, trades, { index, share }) : { main, fills: [] };
  });
  return {
    orders: [...mains.map(({ main }) => main), ...made.flatMap(({ orders }) => orders)],
    fills: mains.flatMap(({ fills }) => fills),
    reasons: new Map(made.flatMap(({ reasons }) => reasons)),
    events: made.flatMap(({ events }) => events),
    now: clock(),
    sendBefore: context.deal.madeAt + SEND_WITHIN,
    marketPrice: markets.lastPrice(context.key.market, context.deal.order.symbol)?.price ?? null,
  };
}

function reportSkipped(deps: ExternalDeps, views: readonly BlockView[], ids: ReadonlyMap<string, string>): void {
  for (const view of views)
    for (const position of view.positions) if (ids.has(position.id)) deps.publish(view, position, 'skipped');
}

/** Every copy closes the part that the main key closed. */
export async function repeatClosing(deps: ExternalDeps, context: DealContext, open: readonly Holding[]): Promise<void> {
  const { userId } = context;
  const shares = sharesOf(context, open);
  if (shares.length === 0) return;
  const closing = await writtenOf(deps, context, shares);
  await outsideStore(deps.db, userId).addClosing(closing);
  const ids = shares.map(({ view }) => view.block.id);
  if (closing.reasons.size > 0) reportSkipped(deps, await readViews(deps.db, userId, ids), closing.reasons);
  for (const blockId of ids) deps.schedule({ userId, blockId });
}
