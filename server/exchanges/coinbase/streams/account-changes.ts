import type { ExchangeOrder, Fill } from '../../exchange.ts';
import { isLive } from '../orders/find-order.ts';

interface AccountView {
  open: ExchangeOrder[];
  /** The latest, oldest first. */
  fills: Fill[];
  /** There may be fills older than these. */
  isFull: boolean;
}

interface Change {
  order: ExchangeOrder;
  fill: Fill | null;
}

type Orders = ReadonlyMap<string, ExchangeOrder>;

const KEPT = 2_000;

const keyed = (orders: ExchangeOrder[]): Orders => new Map(orders.map((order) => [order.exchangeOrderId, order]));

const isSame = (one: ExchangeOrder, other: ExchangeOrder | undefined) =>
  other !== undefined && one.state === other.state && one.filledQuantity.eq(other.filledQuantity);

function changesBetween(known: Orders, orders: Orders, fresh: Fill[]): Change[] {
  const fills = fresh.flatMap((fill): Change[] => {
    const order = orders.get(fill.exchangeOrderId);
    return order === undefined ? [] : [{ order, fill }];
  });
  const withFill = new Set(fills.map(({ order }) => order.exchangeOrderId));
  const rest = [...orders.values()].filter(
    (order) => !withFill.has(order.exchangeOrderId) && !isSame(order, known.get(order.exchangeOrderId)),
  );
  return [...fills, ...rest.map((order) => ({ order, fill: null }))];
}

/** What two looks at an account differ in. `lookUp` reads an order that is open no more; undefined when that failed. */
export function createComparison(lookUp: (orderId: string) => Promise<ExchangeOrder | undefined>) {
  let known: Orders = new Map();
  let seen: ReadonlySet<string> | undefined;

  /** The orders that the view does not show: those that were open, and those of new fills. */
  async function lookUpMissing(open: Orders, fresh: Fill[]): Promise<Orders> {
    const wanted = new Set([...known.keys(), ...fresh.map(({ exchangeOrderId }) => exchangeOrderId)]);
    const missing = [...wanted].filter((orderId) => !open.has(orderId));
    const found = await Promise.all(missing.map(lookUp));
    return keyed(found.filter((order) => order !== undefined));
  }

  return {
    /** Null for the first look, and when something may have been missed. */
    async compare({ open: list, fills, isFull }: AccountView): Promise<Change[] | null> {
      const open = keyed(list);
      const before = seen;
      const fresh = fills.filter(({ tradeId }) => before?.has(tradeId) !== true);
      if (before === undefined || (isFull && fresh.length === fills.length)) {
        known = open;
        seen = new Set(fills.map(({ tradeId }) => tradeId));
        return null;
      }
      const looked = await lookUpMissing(open, fresh);
      const changes = changesBetween(known, new Map([...open, ...looked]), fresh);
      const reported = changes.flatMap(({ fill }) => (fill === null ? [] : [fill.tradeId]));
      seen = new Set([...before, ...reported].slice(-KEPT));
      // What could not be looked up, or is live after all, is looked up again next time.
      const pending = [...known].filter(([orderId]) => !open.has(orderId) && !looked.has(orderId));
      known = new Map([...open, ...pending, ...[...looked].filter(([, order]) => isLive(order))]);
      return changes;
    },
  };
}
