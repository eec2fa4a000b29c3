import { type Order, isOpen } from '../../../domain/matching/model/order.ts';
import type { PaperAccount } from '../account.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import { randomClientId } from '../ids.ts';
import { placeOrder } from '../rest/orders/place-order.ts';
import type { ControlTerms } from './control-orders.ts';

type HandOrder = ControlTerms<'order'>;
type Cancel = Extract<HandOrder, { do: 'cancel' }>;

function cancel(core: ExchangeCore, account: PaperAccount, { symbol, orderId, clientOrderId }: Cancel): boolean {
  const isMeant = (order: Order) =>
    order.pair.symbol === symbol &&
    (orderId === undefined ? order.clientOrderId === clientOrderId : order.orderId === orderId);
  const order = [...account.open.values()].find((each) => isOpen(each) && isMeant(each));
  if (order) core.matching.cancel(order, randomClientId());
  return order !== undefined;
}

/** Does on the exchange what the key's owner would do there by hand; false where there is no such open order. Throws Binance's refusal. */
export function doByHand(core: ExchangeCore, account: PaperAccount, hand: HandOrder): boolean {
  if (hand.do === 'cancel') return cancel(core, account, hand);
  const parameters = new Map(Object.entries(hand.order).map(([name, value]) => [name, String(value)]));
  parameters.set('symbol', hand.symbol);
  placeOrder({ parameters, core, limits: core.limits, account });
  return true;
}
