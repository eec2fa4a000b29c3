import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';

interface Resting {
  side: Side;
  /** Counter units. */
  price: Big;
}

/** C-7: the first of an account's resting orders that a limit order would reach; the exchange ends it instead of trading. */
export function firstMet<Order extends Resting>({ side, price }: Resting, resting: readonly Order[]): Order | null {
  const isMet = (other: Order): boolean =>
    other.side !== side && (side === 'buy' ? other.price.lte(price) : other.price.gte(price));
  const [first] = resting
    .filter(isMet)
    .toSorted((one, other) => (side === 'buy' ? one.price.cmp(other.price) : other.price.cmp(one.price)));
  return first ?? null;
}
