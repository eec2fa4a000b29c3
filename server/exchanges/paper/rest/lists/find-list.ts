import type { OrderList } from '../../../../domain/matching/model/order.ts';
import { refusal } from '../../binance-error.ts';
import type { SignedCall } from '../endpoint.ts';
import { neitherSent } from '../orders/order-parameters.ts';
import { clientIdParameter, wholeParameter } from '../parameters.ts';

/** The list named by its id, by its client id (`idName`) or by both; null when there is none. */
export async function findList(call: SignedCall, idName: string): Promise<OrderList | null> {
  const { parameters, account, core } = call;
  const orderListId = wholeParameter(parameters, 'orderListId');
  const clientListId = clientIdParameter(parameters, idName);
  if (orderListId === undefined && clientListId === undefined) throw neitherSent(idName, 'orderListId');
  const matches = (list: OrderList) =>
    orderListId === undefined ? list.clientListId === clientListId : list.orderListId === orderListId;
  let found = [...account.lists.values()].find(matches) ?? null;
  if (!found) {
    await core.journal.committed();
    found = await core.store.list({
      apiKey: account.id,
      ...(orderListId === undefined ? {} : { orderListId }),
      ...(clientListId === undefined ? {} : { clientListId }),
    });
  }
  if (found && clientListId !== undefined && found.clientListId !== clientListId) {
    throw refusal(-2039, 'Client order ID is not correct for this order ID.');
  }
  return found;
}
