import type { ExchangeOrder, NamedOrder } from '../../../exchanges/exchange.ts';

/** See clientIdOf in send-orders.ts. */
const OURS = /^TD[0-9a-f]{32}$/;
const OUTSIDE = 'outside';
const NO_LIST = '-';

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
    : [OUTSIDE, keyId, order.symbol, order.exchangeOrderId, order.exchangeListId ?? NO_LIST, order.clientOrderId].join(
        ' ',
      );

/** By its name in our books. */
export const isOutside = (name: string): boolean => name.startsWith(`${OUTSIDE} `);
/** The exchange's id of the list it came with, of which one order ends the other. */
export const listIn = (name: string): string | null => {
  const list = isOutside(name) ? name.split(' ')[4] : undefined;
  return list === undefined || list === NO_LIST ? null : list;
};

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
