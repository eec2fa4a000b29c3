import type { MarketFeed } from '../../../runtime/price-triggers/market-feed.ts';
import type { Span } from '../../../runtime/price-triggers/read-prices.ts';
import type { Armed } from '../levels/alert-table.ts';
import type { LevelState } from '../levels/level-book.ts';
import type { AlertBook, AlertFeed } from './alert-book.ts';

interface Arming {
  market: MarketFeed<AlertBook>;
  alert: Armed & { symbol: string };
  state: LevelState;
  /** By our clock, UTC epoch ms. */
  armedAt: number;
}

/** Watches an alert that this engine has just read, also against the prices since it was armed. */
export function armAlert({ market, alert, state, armedAt }: Arming): void {
  const { symbol } = alert;
  const since = market.exchangeTime.theirs(armedAt);
  const isKnown = state.kind !== 'awaiting-baseline' || market.remembers(armedAt);
  const { before, after: missed } = market.around(symbol, since);
  const feed = market.find(symbol) ?? market.open(symbol, isKnown ? before : null);
  if (isKnown) return feed.book.upsert(alert, { state, armedAt, before, missed });
  const { evaluatedUntil } = feed;
  feed.book.upsert(alert, { state: evaluatedUntil > since ? { kind: 'armed' } : state, armedAt });
  if (evaluatedUntil > since) void passBy({ market, alert }, feed, { from: since, to: evaluatedUntil });
  else if (evaluatedUntil === -Infinity) market.recoverFrom(feed);
}

/** The pair's other alerts have seen these prices: they pass by this one alone. */
async function passBy({ market, alert }: Pick<Arming, 'market' | 'alert'>, feed: AlertFeed, span: Span): Promise<void> {
  const prices = await market.readPassed(feed, span);
  if (prices) feed.book.passBy(alert, prices, true);
  market.dropIfEmpty(feed);
}
