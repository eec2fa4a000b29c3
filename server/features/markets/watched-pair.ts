import type { LiveEvent } from '#contracts/live.ts';
import type { BookLevel, Depth, PairDetails, PairEvent, PublicTrade } from '../../exchanges/exchange.ts';
import { wireAmount } from '../../lib/decimal.ts';
import type { Log } from '../../lib/log.ts';
import { isNewer } from '../../live/ticks.ts';

/** A book changes many times a second: the newest of each quarter is published, and the trades of it together. Ms. */
const PUBLISH_EVERY = 250;
/** As many as a page lists. */
const KEPT_TRADES = 50;

interface WatchedPairDeps {
  details: PairDetails;
  symbol: string;
  /** As pages name it. */
  named: { market: string; symbol: string };
  publish: (event: LiveEvent) => void;
  log: Log;
}

const wireLevels = (levels: readonly BookLevel[]) =>
  levels.map(([price, quantity]): BookLevel => [price, wireAmount(quantity)]);

/** Reads the order book and the trades of one pair, and publishes them. */
export class WatchedPair {
  readonly #deps: WatchedPairDeps;
  readonly #stop: () => void;
  readonly #timer: NodeJS.Timeout;
  #depth: Depth | null = null;
  #hasNewDepth = false;
  #trades: PublicTrade[] = [];
  /** How many of them are not published yet. */
  #fresh = 0;
  #isWholeWanted = true;
  /** The latest trades were read, or could not be. */
  #isRead = false;
  #stopped = false;

  constructor(deps: WatchedPairDeps) {
    this.#deps = deps;
    this.#stop = deps.details.watch(deps.symbol, (event) => this.#receive(event));
    this.#timer = setInterval(() => this.#publish(), PUBLISH_EVERY).unref();
  }

  /** A page has just begun to watch: it gets all that is known. */
  repeat(): void {
    this.#isWholeWanted = true;
    this.#hasNewDepth = this.#depth !== null;
  }

  stop(): void {
    this.#stopped = true;
    this.#stop();
    clearInterval(this.#timer);
  }

  #receive(event: PairEvent): void {
    if (event.kind === 'depth') {
      this.#depth = event.depth;
      this.#hasNewDepth = true;
    }
    if (event.kind === 'trades') this.#add(event.trades);
    if (event.kind === 'gap') this.#readTrades().catch((error: unknown) => this.#unread(error));
  }

  #add(trades: readonly PublicTrade[]): void {
    this.#trades = [...this.#trades, ...trades].slice(-KEPT_TRADES);
    this.#fresh = Math.min(this.#fresh + trades.length, KEPT_TRADES);
  }

  /** What was received meanwhile may be in the list as well. */
  async #readTrades(): Promise<void> {
    const answer = await this.#deps.details.recentTrades(this.#deps.symbol);
    if (this.#stopped) return;
    if (answer.outcome !== 'ok') return this.#unread(answer);
    const known = new Set(answer.value.map(({ id }) => id));
    const last = answer.value.at(-1);
    const later = this.#trades.filter((trade) => !known.has(trade.id) && (!last || isNewer(trade, last)));
    this.#trades = [...answer.value, ...later].slice(-KEPT_TRADES);
    this.#isRead = true;
    this.#isWholeWanted = true;
  }

  #unread(reason: unknown): void {
    const { log, named } = this.#deps;
    this.#isRead = true;
    log.warn({ ...named, reason }, 'recent trades could not be read');
  }

  #publish(): void {
    const { named, publish } = this.#deps;
    if (this.#depth && this.#hasNewDepth) {
      const body = { ...named, bids: wireLevels(this.#depth.bids), asks: wireLevels(this.#depth.asks) };
      publish({ topic: 'market-depth', body });
    }
    this.#hasNewDepth = false;
    if (!this.#isRead || (this.#fresh === 0 && !this.#isWholeWanted)) return;
    const trades = this.#isWholeWanted ? this.#trades : this.#trades.slice(-this.#fresh);
    const rounded = trades.map(({ id, price, quantity, side, time }) => {
      return { id, price, quantity: wireAmount(quantity), side, time };
    });
    publish({ topic: 'market-trades', body: { ...named, whole: this.#isWholeWanted, trades: rounded } });
    this.#fresh = 0;
    this.#isWholeWanted = false;
  }
}
