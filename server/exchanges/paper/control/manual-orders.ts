import { type Order, isOpen } from '../../../domain/matching/model/order.ts';
import type { PaperAccount } from '../paper-account.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import { randomClientId } from '../ids.ts';
import { placeOrder } from '../rest/orders/new-order.ts';
import type { ControlTerms } from './control-commands.ts';

type ManualOrder = ControlTerms<'order'>;
type Cancel = Extract<ManualOrder, { do: 'cancel' }>;

function cancel(core: ExchangeCore, account: PaperAccount, { symbol, orderId, clientOrderId }: Cancel): boolean {
  const isNamed = (order: Order) =>
    order.pair.symbol === symbol &&
    (orderId === undefined ? order.clientOrderId === clientOrderId : order.orderId === orderId);
  const order = [...account.open.values()].find((each) => isOpen(each) && isNamed(each));
  if (order) core.matching.cancel(order, randomClientId());
  return order !== undefined;
}

/** Places or cancels an order on behalf of the key's owner; false where there is no such open order. Throws the refusal. */
export function runManualOrder(core: ExchangeCore, account: PaperAccount, manual: ManualOrder): boolean {
  if (manual.do === 'cancel') return cancel(core, account, manual);
  const parameters = new Map(Object.entries(manual.order).map(([name, value]) => [name, String(value)]));
  parameters.set('symbol', manual.symbol);
  placeOrder({ parameters, core, limits: core.limits, account });
  return true;
}
