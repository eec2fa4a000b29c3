import type { ExchangeOrder, NamedOrder } from '../../../exchanges/exchange.ts';

/** See clientIdOf in send-orders.ts. */
const OURS = /^TD[0-9a-f]{32}$/;
const OUTSIDE = 'outside';

/** Whether an order on the exchange was placed by Tandem. */
export const isOurs = ({ clientOrderId }: Pick<ExchangeOrder, 'clientOrderId'>): boolean => OURS.test(clientOrderId);

type Named = Pick<ExchangeOrder, 'symbol' | 'clientOrderId' | 'exchangeOrderId' | 'exchangeListId'>;

/**
 * What an order is called in our books. One that its owner placed goes by key and order: what they called it may come
 * twice, or be somebody else's word too.
 */
export const bookName = (keyId: string, order: Named): string =>
  isOurs(order)
    ? order.clientOrderId
    : [OUTSIDE, keyId, order.symbol, order.exchangeOrderId, order.exchangeListId ?? '-', order.clientOrderId].join(' ');

/** By its name in our books. */
export const isOutside = (name: string): boolean => name.startsWith(`${OUTSIDE} `);
/** Whether it came with others, of which one ends the other. */
export const isOfList = (name: string): boolean => isOutside(name) && name.split(' ')[4] !== '-';

/** What the exchange knows it by. */
export const clientIdOnExchange = (name: string): string => (isOutside(name) ? (name.split(' ')[5] ?? '') : name);
export const onExchange = (row: {
  symbol: string;
  clientOrderId: string;
  exchangeOrderId: string | null;
}): NamedOrder =>
  isOutside(row.clientOrderId) && row.exchangeOrderId !== null
    ? { symbol: row.symbol, exchangeOrderId: row.exchangeOrderId }
    : { symbol: row.symbol, clientOrderId: row.clientOrderId };
