import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { openingOf } from '../../../domain/strategies/averaging/next-deal.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { ownedByDeals } from '../deals/deal-books.ts';
import type { BotDeps } from '../deps.ts';
import { priceText } from '../plan/field-note.ts';
import type { LadderSettings } from '../runs/deal-settings.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** S-35, PB-4: what keeps the next deal from opening until its owner looks; null where nothing does. */
export async function openingFault(
  { limits }: Pick<BotDeps, 'limits'>,
  stored: StoredRun,
  of: { settings: LadderSettings; pair: ExchangePair; context: RunContext; last: Big },
): Promise<string | null> {
  const { settings, pair, context, last } = of;
  const { run } = stored;
  const { counter: owned } = ownedByDeals(stored, pair);
  const opening = openingOf(settings.averaging, { last, owned, rules: context.rules, currency: pair.counter });
  if ('fault' in opening) return opening.fault;
  const verdict = await limits.verdict(run.userId, {
    market: run.market as Market,
    pair,
    side: 'buy',
    price: last,
    main: opening.needed.div(last),
    copies: [],
    largest: { main: opening.largest.div(last), copies: [] },
  });
  return verdict.main;
}

export const openingText = (number: number, last: Big, pair: Pick<ExchangePair, 'tick'>): string =>
  `Deal ${number} opens: the price is ${priceText(last, pair)}.`;
