import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { EngineContext } from '../orders.ts';
import { namesOf } from './closing/repeat-closing.ts';
import { bookName, isOurs } from '../store/external-name.ts';

/** Orders made by hand that are remembered. */
const MOST_ORDERS = 1000;

interface ExternalOrder {
  keyId: string;
  pair: ExchangePair;
  order: ExchangeOrder;
  /** Base units that it had traded when it was taken last. */
  taken: Big;
}
export interface ExternalTrade {
  pair: ExchangePair;
  order: ExchangeOrder;
  /** Base units. */
  traded: Big;
}

const spentBy = ({ side }: ExchangeOrder, { base, counter }: ExchangePair): string =>
  side === 'sell' ? base : counter;

/** Orders made by hand on the exchange, and what of them was not looked at yet. */
export class ExternalOrders {
  readonly #deps: Pick<EngineContext, 'markets' | 'facts'>;
  readonly #orders = new Map<string, ExternalOrder>();

  constructor(deps: Pick<EngineContext, 'markets' | 'facts'>) {
    this.#deps = deps;
  }

  /** The asset that it spent; null for our own orders, and for those that have traded nothing. */
  receive({ keyId, market }: OpenKey, order: ExchangeOrder): string | null {
    if (isOurs(order) || order.filledQuantity.eq(0)) return null;
    const pair = this.#deps.markets.findExchangePair(market, order.symbol);
    if (!pair) return null;
    const name = bookName(keyId, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size >= MOST_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    this.#orders.set(name, { keyId, pair, order, taken: this.#orders.get(name)?.taken ?? ZERO });
    return spentBy(order, pair);
  }

  /** What was traded since it was taken last, by orders that spent this asset and are in no block's books. */
  async take({ keyId, asset }: { keyId: string; asset: string }): Promise<ExternalTrade[]> {
    const found: ExternalTrade[] = [];
    for (const [name, external] of this.#orders) {
      const { order, pair, taken } = external;
      const traded = order.filledQuantity.minus(taken);
      if (external.keyId !== keyId || spentBy(order, pair) !== asset || traded.eq(0)) continue;
      external.taken = order.filledQuantity;
      if (!(await this.#isInBooks(name))) found.push({ order, pair, traded });
    }
    return found;
  }

  async #isInBooks(name: string): Promise<boolean> {
    for (const each of namesOf(name)) if (await this.#deps.facts.store.byClientOrderId(each)) return true;
    return false;
  }
}
