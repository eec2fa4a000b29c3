import type { BotDeal } from '#contracts/bot-record.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotDeps } from '../deps.ts';
import { amount } from '../plan/amounts.ts';
import { feesOf } from './fees.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { readDealBlocks, type StoredBlock } from '../deals/deals.store.ts';

/** What a block's own orders traded on the main key; what it took over is with the blocks that traded it. */
function tradesOf({ row, view }: StoredBlock, named: Pick<BotDeal, 'connectorName' | 'asset'>): BotDeal[] {
  const [main] = view?.positions ?? [];
  if (!main) return [];
  return main.orders.flatMap((order) => {
    const fills = main.fills.filter(({ orderId }) => orderId === order.id);
    const quantity = fills.reduce((sum, fill) => sum.plus(fill.quantity), ZERO);
    if (order.clientOrderId === '' || quantity.eq(0)) return [];
    const counter = fills.reduce((sum, fill) => sum.plus(fill.quantity.times(fill.price)), ZERO);
    return {
      dealId: order.id,
      connectorName: named.connectorName,
      asset: named.asset,
      level: order.leg === 'entry' ? row.number : 0,
      side: order.side,
      price: amount(counter.div(quantity)),
      quantity: amount(quantity),
      counterQuantity: amount(counter),
      fees: feesOf(fills).map(({ asset, amount: paid }) => ({ asset, amount: amount(paid) })),
      tradedAt: Math.max(...fills.map(({ tradedAt }) => tradedAt)),
    };
  });
}

/** Every trade of the deals of runs. */
export async function dealTrades(
  { db, markets }: Pick<BotDeps, 'db' | 'markets'>,
  runs: readonly { stored: StoredRun; keyName: string }[],
): Promise<BotDeal[]> {
  const ofDeals = runs.filter(({ stored: { run } }) => run.engine === 'deals');
  const [first] = ofDeals;
  if (!first) return [];
  const ids = ofDeals.map(({ stored: { run } }) => run.id);
  const blocks = await readDealBlocks(db, first.stored.run.userId, ids);
  return blocks.flatMap((block) => {
    const { stored, keyName } = ofDeals.find(({ stored: { run } }) => run.id === block.row.runId) ?? first;
    const { market, symbol } = stored.run;
    const asset = markets.findPastPair(market as Market, symbol)?.base ?? symbol;
    return tradesOf(block, { connectorName: keyName, asset });
  });
}
