import { SECOND } from '#contracts/rules/time.ts';
import { isAbsenceFinal, pauseBefore } from '../../../domain/position/lost-answer.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { BotDeps } from '../deps.ts';
import { isForward, type RunOrders } from '../runs/run-orders.store.ts';
import type { OrderRow } from '../runs/runs.store.ts';
import type { Sending } from './order-calls.ts';
import type { RunSender } from './run-sender.ts';
import type { SeenLevels } from './seen-levels.ts';

const ASK_AGAIN = 2 * SECOND;
const NEVER_RECEIVED = 'The exchange never received this order: it was not placed.';

/** What comparing came to: something is known anew, or nothing to do before `again`. */
export interface Compared {
  isNews: boolean;
  again: number | null;
}

const isUnanswered = ({ state }: OrderRow): boolean => state === 'sending' || state === 'unknown';

type ComparisonDeps = Pick<BotDeps, 'clock'> & { seen: SeenLevels };

/** C-14: what is written down, compared with what the exchange has. */
export class RunComparison {
  readonly #deps: ComparisonDeps;
  readonly #orders: RunOrders;
  readonly #sender: RunSender;
  /** Runs that were compared since this process began or their stream had a gap. */
  readonly #compared = new Set<string>();
  readonly #asked = new Map<string, { turn: number; next: number }>();

  constructor(deps: ComparisonDeps, orders: RunOrders, sender: RunSender) {
    this.#deps = deps;
    this.#orders = orders;
    this.#sender = sender;
  }

  isDone(runId: string): boolean {
    return this.#compared.has(runId);
  }

  /** It is compared again before its next step. */
  forget(runId: string): void {
    this.#compared.delete(runId);
  }

  /** All live orders where that was not done yet; afterwards those whose answer was lost. */
  async compare(of: Sending, orders: readonly OrderRow[]): Promise<Compared> {
    const live = orders.filter((order) => isLive(order.state) && !this.#sender.inFlight(order.clientOrderId));
    if (this.isDone(of.run.id)) return this.#lookUpAll(of, live.filter(isUnanswered));
    if (live.length === 0) {
      this.#compared.add(of.run.id);
      return { isNews: false, again: null };
    }
    const open = await of.exchange.openOrders(of.key.credentials, of.run.symbol);
    if (open.outcome !== 'ok') return { isNews: false, again: this.#deps.clock() + ASK_AGAIN };
    const byName = new Map(open.value.map((order) => [order.clientOrderId, order]));
    let isNews = false;
    for (const order of live) {
      const found = byName.get(order.clientOrderId);
      if (found) {
        isNews = (await this.#take(order, found)) || isNews;
        this.#deps.seen.add(of.run.id, order.level);
        // The next pass asks again for those without an answer.
      } else if ((await this.#ask(of, order)) || isUnanswered(order)) isNews = true;
      // What could not be asked keeps its state: a resting order that is not listed would be forgotten.
      else return { isNews: false, again: this.#deps.clock() + ASK_AGAIN };
    }
    this.#compared.add(of.run.id);
    return { isNews, again: null };
  }

  /** Most orders stand as they are written down: nothing is asked of the database for these. */
  async #take(order: OrderRow, found: ExchangeOrder): Promise<boolean> {
    const isNews = isForward(order, found);
    if (isNews) await this.#apply(found);
    return isNews;
  }

  /** Those of these orders whose answer was lost, whatever else was compared. */
  lookUp(of: Sending, orders: readonly OrderRow[]): Promise<Compared> {
    const isWaited = ({ clientOrderId }: OrderRow): boolean => this.#sender.inFlight(clientOrderId);
    return this.#lookUpAll(
      of,
      orders.filter((order) => isUnanswered(order) && !isWaited(order)),
    );
  }

  async #apply(fact: ExchangeOrder): Promise<void> {
    await this.#orders.apply(fact, { fills: [], now: this.#deps.clock() });
  }

  async #lookUpAll(of: Sending, orders: readonly OrderRow[]): Promise<Compared> {
    const { clock } = this.#deps;
    let isNews = false;
    let again: number | null = null;
    for (const order of orders) {
      const { turn, next } = this.#asked.get(order.clientOrderId) ?? { turn: 0, next: 0 };
      if (clock() >= next) {
        if (await this.#ask(of, order)) {
          isNews = true;
          this.#asked.delete(order.clientOrderId);
          continue;
        }
        const after = clock() + pauseBefore(turn + 1, { placedAt: order.placedAt, now: clock() });
        this.#asked.set(order.clientOrderId, { turn: turn + 1, next: after });
      }
      const due = this.#asked.get(order.clientOrderId)?.next ?? clock();
      again = again === null ? due : Math.min(again, due);
    }
    return { isNews, again };
  }

  /** True when the answer settles the matter. */
  async #ask({ run, key, exchange }: Sending, order: OrderRow): Promise<boolean> {
    const { clock } = this.#deps;
    const { clientOrderId, placedAt } = order;
    const lookup = await exchange.find(key.credentials, { symbol: run.symbol, clientOrderId });
    if (lookup.outcome === 'found') {
      await this.#apply(lookup.order);
      return true;
    }
    if (lookup.outcome !== 'absent' || !isUnanswered(order) || !isAbsenceFinal({ placedAt, now: clock() }))
      return false;
    const open = await exchange.openOrders(key.credentials, run.symbol);
    if (open.outcome !== 'ok' || (open.unread?.length ?? 0) > 0) return false;
    const found = open.value.find((each) => each.clientOrderId === clientOrderId);
    if (found) await this.#apply(found);
    else await this.#orders.settle(clientOrderId, { state: 'expired', reason: NEVER_RECEIVED, now: clock() });
    return true;
  }
}
