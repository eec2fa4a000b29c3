import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OrderDeps } from '../deps.ts';
import { isOurs } from '../store/external-name.ts';

const isNew = ({ state, filledQuantity }: ExchangeOrder) => state === 'open' && filledQuantity.eq(0);

/** Says that a main key's owner dealt directly on the exchange, where the group does not repeat it; nothing of it is kept. */
export function notifyExternal({
  keys,
  live,
  log,
  markets,
}: Pick<OrderDeps, 'keys' | 'live' | 'log' | 'markets'>): void {
  keys.onOrder((row, order) => {
    if (isOurs(order) || !isNew(order) || row.mainKeyId !== null) return;
    const market = row.market as Market;
    const symbolName = markets.pairName(market, order.symbol);
    if (symbolName === null) return;
    const { side, quantity, price } = order;
    const shown = { quantity: quantity.gt(0) ? quantity : null, price: price.gt(0) ? price : null };
    const body = { keyUid: row.id, keyName: row.name, market, symbolName, side, ...shown };
    keys.outsideSince(row.userId, row.id).then(
      (since) => since === null && live.toUser(row.userId, { topic: 'outside-deal', body }),
      (error: unknown) => log.error({ error, keyId: row.id }, 'the notice of an outside deal was not sent'),
    );
  });
}
