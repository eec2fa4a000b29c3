import type { ExchangeOrder, NamedOrder } from '../../../exchanges/exchange.ts';

/** See clientIdOf in send-orders.ts. */
const OURS = /^TD[0-9a-f]{32}$/;

/** Whether an order on the exchange was placed by Tandem. */
export const isOurs = ({ clientOrderId }: Pick<ExchangeOrder, 'clientOrderId'>): boolean => OURS.test(clientOrderId);

type Named = Pick<ExchangeOrder, 'symbol' | 'clientOrderId' | 'exchangeOrderId'>;

/**
 * The unique name of an order in our books. One that its owner placed goes by key and exchange id: what they called it
 * may come twice.
 */
export const bookName = (keyId: string, { symbol, clientOrderId, exchangeOrderId }: Named): string =>
  isOurs({ clientOrderId }) ? clientOrderId : `external ${keyId} ${symbol} ${exchangeOrderId}`;

interface Stored {
  symbol: string;
  external: boolean;
  clientOrderId: string;
  exchangeOrderId: string | null;
}
/** How an order is named to the exchange. */
export const onExchange = ({ symbol, external, clientOrderId, exchangeOrderId }: Stored): NamedOrder =>
  external && exchangeOrderId !== null ? { symbol, exchangeOrderId } : { symbol, clientOrderId };
