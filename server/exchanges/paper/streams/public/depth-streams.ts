import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { fixed } from '../../../../domain/matching/model/amount.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import { depth } from '../../market/depth.ts';
import type { Resting } from '../../market/depth.ts';
import type { Market } from '../../market/market.ts';

/** How deep a difference goes on each side. */
const DIFF_LEVELS = 1000;
/** The deepest snapshot that anyone can have taken (GET depth). */
const SNAPSHOT_LEVELS = 5000;
const NOTHING = fixed(ZERO);
const NAME = /^([a-z0-9]+)@depth(5|10|20)?(@100ms)?$/;

type Levels = readonly (readonly [price: string, qty: string])[];
interface Shown {
  lastUpdateId: number;
  bids: Levels;
  asks: Levels;
}
interface DepthStream {
  market: Market;
  /** Levels of a partial book; null tells differences. */
  levels: number | null;
  fast: boolean;
  /** What was told last, and what it was made of. */
  reported: Shown;
  made: string;
}

/** What of a side changed: new quantities, and nothing where a level has gone that lies within what is seen now. */
function changes(before: Levels, now: Levels): [string, string][] {
  const known = new Map(before);
  const current = new Map(now);
  const changed = now
    .filter(([price, qty]) => known.get(price) !== qty)
    .map(([price, qty]): [string, string] => [price, qty]);
  const last = now.at(-1);
  if (!last) return [...changed, ...before.map(([price]): [string, string] => [price, NOTHING])];
  const descends = new Big(now[0]?.[0] ?? 0).gt(last[0]);
  const isSeen = (price: string) => (descends ? new Big(price).gte(last[0]) : new Big(price).lte(last[0]));
  const gone = before.filter(([price]) => !current.has(price) && isSeen(price));
  return [...changed, ...gone.map(([price]): [string, string] => [price, NOTHING])];
}

/**
 * After a leap farther than a difference is deep: the levels of an older snapshot that the other side has run over, which
 * nobody must keep.
 */
function overrun(before: Levels, best: string | undefined, { tick }: { tick: Big }): [string, string][] {
  const [first, last] = [before[0], before.at(-1)];
  if (!first || !last || best === undefined) return [];
  const step = new Big(last[0]).gt(first[0]) ? tick : tick.times(-1);
  const isOver = (price: Big) => (step.gt(0) ? price.lte(best) : price.gte(best));
  const gone: [string, string][] = [];
  let price = new Big(last[0]).plus(step);
  for (let level = before.length; level < SNAPSHOT_LEVELS && isOver(price) && price.gt(0); level += 1) {
    gone.push([fixed(price), NOTHING]);
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

  listen(name: string): void {
    const [, symbol = '', levels, speed] = NAME.exec(name) ?? [];
    const market = this.#core.markets.get(symbol.toUpperCase());
    if (!market || this.#streams.has(name)) return;
    const wanted = levels === undefined ? null : Number(levels);
    const resting = this.#core.resting(market, DIFF_LEVELS);
    const reported = depth(market, wanted ?? DIFF_LEVELS, resting);
    const made = makings(market, resting);
    this.#streams.set(name, { market, levels: wanted, fast: speed !== undefined, reported, made });
  }

  leave(name: string): void {
    this.#streams.delete(name);
  }

  /** What the streams of one speed have to say. */
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

/** Nothing of a book has changed while these are the same. */
function makings({ tradeId, quote }: Market, { bids, asks }: Resting): string {
  const own = [...bids, ...asks].map(({ price, qty }) => `${price.toFixed()}=${qty.toFixed()}`);
  return [tradeId, quote.toFixed(), ...own].join(' ');
}

function difference(stream: DepthStream, resting: Resting, now: number): object | null {
  const { market, reported } = stream;
  const made = makings(market, resting);
  if (made === stream.made) return null;
  stream.made = made;
  const shown: Shown = depth(market, DIFF_LEVELS, resting);
  const b = [...changes(reported.bids, shown.bids), ...overrun(reported.bids, shown.asks[0]?.[0], market.pair)];
  const a = [...changes(reported.asks, shown.asks), ...overrun(reported.asks, shown.bids[0]?.[0], market.pair)];
  if (b.length + a.length === 0) return null;
  stream.reported = shown;
  const u = shown.lastUpdateId;
  // An order that comes or goes makes no trade, and so no new id.
  return { e: 'depthUpdate', E: now, s: market.pair.symbol, U: Math.min(reported.lastUpdateId + 1, u), u, b, a };
}
