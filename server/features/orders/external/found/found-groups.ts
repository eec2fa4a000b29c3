import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';

/** Orders of ours that are in no books, as they belong together. */
export interface FoundGroup {
  symbol: string;
  /** Null where only exits were found. */
  entry: ExchangeOrder | null;
  exits: ExchangeOrder[];
}
/** A position that exits may belong to, and what of it nothing ties up; base units. */
export interface Holder {
  positionId: string;
  symbol: string;
  section: Side;
  quantity: Big;
}

const TRIGGERED: ReadonlySet<ExchangeOrder['type']> = new Set([
  'stop',
  'stop-limit',
  'take-profit',
  'take-profit-limit',
]);
/** A single limit order is an exit where it trades all but a little of what a position holds. */
const ALL_BUT_A_LITTLE = '0.97';

/** What buys back a sale is more by its fee, in whole steps. */
const AND_A_FEE = '1.01';

export const isStop = ({ type }: ExchangeOrder): boolean => type === 'stop' || type === 'stop-limit';
export const placedAt = ({ placedAt: at, updatedAt }: ExchangeOrder): number => at ?? updatedAt;

/** What a list brought in comes first; what waits for it, or trades the other way, are its exits. */
function groupOf(orders: readonly ExchangeOrder[]): FoundGroup[] {
  const [first] = orders;
  if (!first) return [];
  const exits = new Set(
    orders.filter((order) => order.state === 'pending' || orders.filter(({ side }) => side === order.side).length > 1),
  );
  const isExit = orders.length === 1 && TRIGGERED.has(first.type);
  const entry = isExit ? undefined : orders.find((order) => !exits.has(order));
  return [{ symbol: first.symbol, entry: entry ?? null, exits: orders.filter((order) => order !== entry) }];
}

/** Oldest first. */
export function foundGroups(orders: readonly ExchangeOrder[]): FoundGroup[] {
  const oldest = orders.toSorted((one, other) => placedAt(one) - placedAt(other));
  const lists = Map.groupBy(oldest, ({ exchangeListId, exchangeOrderId, symbol }) =>
    [symbol, exchangeListId ?? `order ${exchangeOrderId}`].join(' '),
  );
  return [...lists.values()].flatMap(groupOf);
}

/** The position whose exits these are; null where they begin something of their own. */
export function holderOf<Held extends Holder>(
  { symbol, entry, exits }: FoundGroup,
  holders: readonly Held[],
): Held | null {
  const isSingle = entry !== null && exits.length === 0;
  const order = isSingle ? entry : entry === null ? exits[0] : undefined;
  if (!order) return null;
  const fits = ({ quantity, section, symbol: held }: Holder): boolean =>
    held === symbol &&
    section !== order.side &&
    order.quantity.lte(section === 'sell' ? quantity.times(AND_A_FEE) : quantity) &&
    (!isSingle || order.quantity.gte(quantity.times(ALL_BUT_A_LITTLE)));
  const [closest] = holders.filter(fits).toSorted((one, other) => one.quantity.minus(other.quantity).toNumber());
  return closest ?? null;
}
