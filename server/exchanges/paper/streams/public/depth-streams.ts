import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { fixed } from '../../../../domain/matching/model/amount.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import { depth } from '../../market/depth.ts';
import type { Resting } from '../../market/depth.ts';
import type { Market } from '../../market/market.ts';

/** Levels of each side that a difference covers. */
const DIFF_LEVELS = 1000;
/** The deepest snapshot that a client can have (GET depth). */
const SNAPSHOT_LEVELS = 5000;
/** The quantity of a level that is gone. */
const GONE = fixed(ZERO);
const NAME = /^([a-z0-9]+)@depth(5|10|20)?(@100ms)?$/;

type Levels = readonly (readonly [price: string, qty: string])[];
interface Shown {
  lastUpdateId: number;
  bids: Levels;
  asks: Levels;
}
interface DepthStream {
  market: Market;
  /** Levels of a partial book; null is a stream of differences. */
  levels: number | null;
  fast: boolean;
  /** The book as it was published last, and the fingerprint of its inputs. */
  published: Shown;
  fingerprint: string;
}

/** The changes of one side: new quantities, and zero for levels that are gone within what is visible now. */
function changes(before: Levels, now: Levels): [string, string][] {
  const known = new Map(before);
  const current = new Map(now);
  const changed = now
    .filter(([price, qty]) => known.get(price) !== qty)
    .map(([price, qty]): [string, string] => [price, qty]);
  const last = now.at(-1);
  if (!last) return [...changed, ...before.map(([price]): [string, string] => [price, GONE])];
  const descends = new Big(now[0]?.[0] ?? 0).gt(last[0]);
  const isVisible = (price: string) => (descends ? new Big(price).gte(last[0]) : new Big(price).lte(last[0]));
  const gone = before.filter(([price]) => !current.has(price) && isVisible(price));
  return [...changed, ...gone.map(([price]): [string, string] => [price, GONE])];
}

/**
 * After a jump beyond what a difference covers: the levels of an older snapshot that the other side has crossed, which are to
 * be removed.
 */
function crossedLevels(before: Levels, best: string | undefined, { tick }: { tick: Big }): [string, string][] {
  const [first, last] = [before[0], before.at(-1)];
  if (!first || !last || best === undefined) return [];
  const step = new Big(last[0]).gt(first[0]) ? tick : tick.times(-1);
  const isCrossed = (price: Big) => (step.gt(0) ? price.lte(best) : price.gte(best));
  const gone: [string, string][] = [];
  let price = new Big(last[0]).plus(step);
  for (let level = before.length; level < SNAPSHOT_LEVELS && isCrossed(price) && price.gt(0); level += 1) {
    gone.push([fixed(price), GONE]);
    price = price.plus(step);
  }
  return gone;
}

/** `<symbol>@depth`, `@depth<levels>`, each second or each 100 ms, out of the book that GET depth shows. */
export class DepthStreams {
  readonly #core: ExchangeCore;
  readonly #streams = new Map<string, DepthStream>();

  constructor(core: ExchangeCore) {
    this.#core = core;
  }

  subscribe(name: string): void {
    const [, symbol = '', levels, speed] = NAME.exec(name) ?? [];
    const market = this.#core.markets.get(symbol.toUpperCase());
    if (!market || this.#streams.has(name)) return;
    const wanted = levels === undefined ? null : Number(levels);
    const resting = this.#core.resting(market, DIFF_LEVELS);
    const published = depth(market, wanted ?? DIFF_LEVELS, resting);
    const fingerprint = fingerprintOf(market, resting);
    this.#streams.set(name, { market, levels: wanted, fast: speed !== undefined, published, fingerprint });
  }

  unsubscribe(name: string): void {
    this.#streams.delete(name);
  }

  /** The events of all streams of one speed. */
  *events(fast: boolean, now: number): Generator<{ name: string; event: object }> {
    for (const [name, stream] of this.#streams) {
      if (stream.fast !== fast) continue;
      const resting = this.#core.resting(stream.market, DIFF_LEVELS);
      const { market, levels } = stream;
      const event = levels === null ? difference(stream, resting, now) : depth(market, levels, resting);
      if (event) yield { name, event };
    }
  }
}

/** The same while a book has not changed. */
function fingerprintOf({ tradeId, quote }: Market, { bids, asks }: Resting): string {
  const own = [...bids, ...asks].map(({ price, qty }) => `${price.toFixed()}=${qty.toFixed()}`);
  return [tradeId, quote.toFixed(), ...own].join(' ');
}

function difference(stream: DepthStream, resting: Resting, now: number): object | null {
  const { market, published } = stream;
  const fingerprint = fingerprintOf(market, resting);
  if (fingerprint === stream.fingerprint) return null;
  stream.fingerprint = fingerprint;
  const shown: Shown = depth(market, DIFF_LEVELS, resting);
  const b = [...changes(published.bids, shown.bids), ...crossedLevels(published.bids, shown.asks[0]?.[0], market.pair)];
  const a = [...changes(published.asks, shown.asks), ...crossedLevels(published.asks, shown.bids[0]?.[0], market.pair)];
  if (b.length + a.length === 0) return null;
  stream.published = shown;
  const u = shown.lastUpdateId;
  // An order that comes or goes is no trade, and so there is no new id.
  return { e: 'depthUpdate', E: now, s: market.pair.symbol, U: Math.min(published.lastUpdateId + 1, u), u, b, a };
}
