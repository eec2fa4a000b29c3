import type { Big } from 'big.js';
import { backoff } from '#contracts/rules/backoff.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { isLive, type OrderState } from '../../position/order-state.ts';

const PAUSE = { min: 5 * SECOND, max: MINUTE };

/** An order that a run or a basket places once all else has ended. */
interface EndingOrder {
  level: number;
  leg: string;
  attempt: number;
  state: OrderState;
  reason: string | null;
  filledQuantity: Big;
  /** UTC epoch ms. */
  updatedAt: number;
}

type Tried = Pick<EndingOrder, 'attempt' | 'state' | 'filledQuantity' | 'updatedAt'>;

const inOrder = <Of extends Pick<EndingOrder, 'attempt'>>(orders: readonly Of[]): Of[] =>
  orders.toSorted((one, other) => one.attempt - other.attempt);

/** C-9: when the next one is due: at once after one that filled, and later with each in a row that traded nothing. */
export function nextTryAt(orders: readonly Tried[]): number {
  const tried = inOrder(orders);
  const last = tried.at(-1);
  if (!last || last.state === 'filled') return -Infinity;
  const traded = tried.findLastIndex(({ filledQuantity }) => filledQuantity.gt(0));
  return last.updatedAt + backoff(Math.max(1, tried.length - 1 - traded), PAUSE);
}

/** C-9: why the exchange refused what an ending tried last; null where it did not. */
export function refusalOf(orders: readonly EndingOrder[]): string | null {
  const ended = orders.filter(({ leg, state }) => leg === 'stop' && !isLive(state));
  const last = [...Map.groupBy(ended, ({ level }) => level).values()].flatMap((tried) => inOrder(tried).at(-1) ?? []);
  const refused = last.filter(({ state }) => state === 'rejected');
  return refused.toSorted((one, other) => one.updatedAt - other.updatedAt).at(-1)?.reason ?? null;
}
