import type { OpenPosition } from '#contracts/overview.ts';
import type { Market } from '#contracts/symbol.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { Keys } from '../../keys/index.ts';
import { readViews } from '../store/block-view.store.ts';
import { workStore } from '../store/work.store.ts';
import { type ListDeps, presentBlock } from './present-block.ts';

/** A person's open blocks of all pairs and keys, the newest first. */
export async function openPositions(
  deps: ListDeps & { keys: Pick<Keys, 'activeIds'> },
  userId: string,
): Promise<OpenPosition[]> {
  const [open, activeIds] = await Promise.all([workStore(deps.db).openOf(userId), deps.keys.activeIds(userId)]);
  const ids = open.map(({ blockId }) => blockId).toReversed();
  const usdtOf = (market: Market, asset: string) => {
    const usdt = deps.markets.usdtOf(market, asset);
    return usdt && wireAmount(usdt);
  };
  return (await readViews(deps.db, userId, ids)).flatMap((view) => {
    const { market, symbol } = view.block;
    const orders = presentBlock(deps, view);
    const [main] = orders;
    if (!main) return [];
    return {
      orders,
      active: activeIds.has(main.keyUid),
      price: deps.markets.lastPrice(market, symbol)?.price ?? null,
      counterUsdt: usdtOf(market, main.symbol.counterCurrency),
      baseUsdt: usdtOf(market, main.symbol.baseCurrency),
    };
  });
}
