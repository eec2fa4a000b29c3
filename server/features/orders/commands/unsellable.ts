import { floorTo } from '#contracts/rules/steps.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { leastWorth } from '#contracts/rules/least-order.ts';
import type { Orders } from '../orders.ts';
import { booksOf, openBase, shortOf } from '../../../domain/position/books.ts';
import { planExits } from '../../../domain/exits/plan-exits.ts';
import { intentOf } from '../intent.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';

/** Whether the pair's rules allow an order for what a position has open now; null while that cannot be known. */
export async function mayBeTraded(
  { marketContext: contexts }: Orders,
  view: BlockView,
  position: PositionView,
): Promise<boolean | null> {
  const { userId, market, symbol } = view.block;
  // While a trade of it is not read, what it holds is not known.
  if (shortOf(position).length > 0) return null;
  const marketContext = await contexts.of({ userId, keyId: position.keyId, market, symbol }, { needsFee: true });
  return marketContext && planExits(position, intentOf(view, position), marketContext).leftOver;
}

/** V-03: why a block cannot be closed, where nothing of it could be traded on any key; null where it can. */
export async function unsellableFault(orders: Orders, view: BlockView): Promise<string | null> {
  const open = view.positions.filter(({ row, fills }) => row.endedAt === null && fills.length > 0);
  const answers = await Promise.all(open.map((position) => mayBeTraded(orders, view, position)));
  const [main] = open;
  if (!main || answers.some((answer) => answer !== false)) return null;
  const { market, symbol } = view.block;
  const pair = orders.markets.findExchangePair(market, symbol);
  const price = orders.markets.lastPrice(market, symbol)?.price ?? main.price;
  if (!pair) return null;
  const held = floorTo(pair.step, openBase(main, booksOf(main, pair)));
  const [done, value] = [main.section === 'buy' ? 'sold' : 'bought back', grouped(held.times(price).round(4, 0))];
  return `Nothing can be ${done}: ${grouped(held)} ${pair.base} are worth ${value} ${pair.counter}, under the ${grouped(leastWorth(pair, price))} ${pair.counter} minimum. What it holds stays as it is. Release the block to take it off your list; its coins stay in your account.`;
}
