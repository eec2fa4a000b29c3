import { LISTING_WORDS } from '#contracts/rules/occasion-text.ts';
import type { Market } from '#contracts/symbol.ts';
import { listingChanges } from '../../../domain/conditions/listing-changes.ts';
import type { Firer } from '../firing/fire-alerts.ts';
import type { OccasionDeps } from './occasion-deps.ts';
import type { ListedPair, StoredChange } from './occasions.store.ts';

const nameOf = (pair: ListedPair): string => `${pair.symbol} ${pair.base} ${pair.status}`;

/** K-9: looks whether pairs came, went, or changed what they are; what became of them is written before its notice is sent. */
export function listingWatch({ occasions, markets, clock, log }: OccasionDeps) {
  /** What was seen and written last. */
  const written = new Map<Market, string>();
  let lastAt = 0;

  async function look(market: Market): Promise<void> {
    const pairs = [...markets.exchange(market).pairs().values()].filter(({ delisted }) => !delisted);
    // Not read yet, or an answer that says nothing.
    if (pairs.length === 0) return;
    const seen = pairs.map(({ symbol, base, status }) => ({ market, symbol, base, status }));
    const names = seen.map(nameOf).toSorted().join('\n');
    if (written.get(market) === names) return;
    const before = await occasions.listed(market);
    const first = Math.max(clock(), lastAt + 1);
    const changes = before.length === 0 ? [] : listingChanges(before, seen);
    for (const { symbol, event } of changes) log.info({ market, symbol, event }, 'a listing changed');
    await occasions.see(
      market,
      seen,
      changes.map(({ symbol, coin, event }, index) => ({ market, symbol, coin, event, at: first + index })),
    );
    written.set(market, names);
    lastAt = Math.max(lastAt, first + changes.length - 1);
  }

  return async (): Promise<void> => {
    for (const market of markets.names()) await look(market);
  };
}

/** Fires the alerts that waited for it, each once: one that has fired since is armed later than the change. */
async function fireChange({ occasions, markets }: OccasionDeps, firer: Firer, change: StoredChange): Promise<void> {
  const { market, symbol, event, at } = change;
  const pair = markets.pairName(market, symbol)?.replace('_', '/').toUpperCase() ?? symbol;
  const happened = { price: null, time: at, late: false, note: `${pair} ${LISTING_WORDS[event]}` };
  const waiting = await occasions.waitingFor(change);
  await Promise.all(waiting.map((arming) => new Promise<void>((done) => firer.fire(arming, happened, () => done()))));
  await occasions.settle(change);
}

export async function fireChanges(deps: OccasionDeps, firer: Firer): Promise<void> {
  for (const change of await deps.occasions.changes()) await fireChange(deps, firer, change);
}
