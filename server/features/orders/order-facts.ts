import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../exchanges/exchange.ts';
import type { OrderNeeds } from './needs.ts';
import { orderBookStore } from './order-book.store.ts';
import { isLive, type OrderState } from './order-state.ts';
import { ordersStore, type BlockOrder, type OrderRow } from './orders.store.ts';
import { presentBlock } from './orders.presenter.ts';

/** What stands around an order and does not change with it. */
type Around = Omit<BlockOrder, 'order'>;

/** Writes down what the exchange says of an order, and tells the person's pages what changed. */
export function orderFacts({ db, clock, markets, live }: OrderNeeds) {
  const store = orderBookStore(db);

  async function tell(row: OrderRow, known?: Around): Promise<BlockOrder | null> {
    const found = known ? { ...known, order: row } : await ordersStore(db, row.userId).byBlock(row.blockId);
    const pair = markets.findPair(row.market as Market, row.symbol);
    if (!found || !pair) return found;
    const filled = row.state === 'filled' || row.state === 'partly-filled';
    live.toUser(row.userId, { topic: filled ? 'first-filled' : 'order-block', body: presentBlock(found, pair) });
    if (filled || !isLive(row.state))
      live.toUser(row.userId, { topic: 'balance', body: { keyUid: row.keyId, market: row.market } });
    return found;
  }

  return {
    store,
    /** What changed by it, as the pages were told; null when it was known already. `known` spares reading it again. */
    async apply(fact: ExchangeOrder, known?: Around): Promise<BlockOrder | null> {
      const changed = await store.apply(fact, clock());
      return changed && tell(changed, known);
    },
    async settle(clientOrderId: string, state: OrderState, reason: string | null): Promise<void> {
      const changed = await store.settle(clientOrderId, { state, reason, now: clock() });
      if (changed) await tell(changed);
    },
  };
}
export type OrderFacts = ReturnType<typeof orderFacts>;
