import { type Order, isOpen } from '../../../../domain/matching/model/order.ts';
import { refusal } from '../../binance-error.ts';
import type { SignedCall } from '../endpoint.ts';
import { clientIdParameter, required, symbolParameter, wholeParameter } from '../parameters.ts';
import { neitherSent } from './order-parameters.ts';

/** The mandatory symbol of a call. */
export function requiredSymbol({ parameters, core }: Pick<SignedCall, 'parameters' | 'core'>): string {
  const symbol = required(symbolParameter(parameters), 'symbol');
  if (!core.markets.has(symbol)) throw refusal(-1121);
  return symbol;
}

const BY_ID = { orderId: 'orderId', clientOrderId: 'origClientOrderId' };

/** The order named by its id, by its client id or by both; null when there is none. `names` are those of the parameters. */
export async function findOrder(call: SignedCall, names = BY_ID): Promise<Order | null> {
  const { parameters, account, core } = call;
  const symbol = requiredSymbol(call);
  const orderId = wholeParameter(parameters, names.orderId);
  const clientOrderId = clientIdParameter(parameters, names.clientOrderId);
  if (orderId === undefined && clientOrderId === undefined) throw neitherSent(names.clientOrderId, names.orderId);
  const matches = (order: Order) =>
    order.pair.symbol === symbol &&
    (orderId === undefined ? order.clientOrderId === clientOrderId : order.orderId === orderId);
  const wanted = { apiKey: account.id, symbol, ...(orderId === undefined ? {} : { orderId }) };
  let found = [...account.open.values()].find(matches) ?? null;
  if (!found) {
    await core.journal.committed();
    found = await core.store.order({ ...wanted, ...(clientOrderId === undefined ? {} : { clientOrderId }) });
  }
  if (found && clientOrderId !== undefined && found.clientOrderId !== clientOrderId) {
    throw refusal(-2039, 'Client order ID is not correct for this order ID.');
  }
  return found;
}

export const openOrdersOf = ({ account }: SignedCall, symbol: string | undefined): Order[] =>
  [...account.open.values()].filter((order) => isOpen(order) && (!symbol || order.pair.symbol === symbol));
