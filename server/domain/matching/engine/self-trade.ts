import { min } from '#contracts/rules/decimal.ts';
import { fixed } from '../model/amount.ts';
import type { Prevention } from '../model/execution.ts';
import { type Order, remaining } from '../model/order.ts';
import type { Lifecycle } from './lifecycle.ts';

const sideOf = ({ orderId }: Order, lost: Prevention | false) => ({
  orderId,
  prevented: lost ? fixed(lost.expired) : null,
});

/** Two orders of one account would meet: the arriving order's mode says which of them goes. */
export function preventSelfTrade(life: Lifecycle, taker: Order, maker: Order): void {
  const qty = min(remaining(taker), remaining(maker));
  const { stp } = taker.details;
  const matchId = life.nextPreventionId();
  const preventionOf = (one: Order, counter: Order) => {
    const expired = stp === 'DECREMENT' ? qty : remaining(one);
    return { matchId, counterOrderId: counter.orderId, qty, price: maker.price, expired };
  };
  const [ofMaker, ofTaker] = [preventionOf(maker, taker), preventionOf(taker, maker)];
  life.recordPrevented(taker, {
    id: matchId,
    taker: sideOf(taker, stp !== 'EXPIRE_MAKER' && ofTaker),
    maker: sideOf(maker, stp !== 'EXPIRE_TAKER' && ofMaker),
    mode: stp,
    price: fixed(maker.price),
  });
  if (stp !== 'EXPIRE_TAKER') life.prevent(maker, ofMaker);
  if (stp !== 'EXPIRE_MAKER') life.prevent(taker, ofTaker);
}
