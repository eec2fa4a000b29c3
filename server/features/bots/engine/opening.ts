import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { ladderFault, ladderOf, reservedFor } from '../../../domain/strategies/averaging/addition-ladder.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { ownedByDeals } from '../deals/deal-books.ts';
import type { BotDeps } from '../deps.ts';
import { amountText, priceText } from '../plan/field-note.ts';
import type { LadderSettings } from '../runs/deal-settings.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** Of what a deal needs, which a purse may lack: so much is due to rounding. */
const NEARLY = '0.99';

/** S-35, PB-4: what keeps the next deal from opening until its owner looks; null where nothing does. */
export async function openingFault(
  { limits }: Pick<BotDeps, 'limits'>,
  stored: StoredRun,
  of: { settings: LadderSettings; pair: ExchangePair; context: RunContext; last: Big },
): Promise<string | null> {
  const { settings, pair, context, last } = of;
  const { run } = stored;
  const fault = ladderFault(settings.averaging, last, context.rules);
  if (fault !== null) return fault;
  const ladder = ladderOf(settings.averaging, last, context.rules);
  const needed = reservedFor(ladder);
  const { counter } = ownedByDeals(stored, pair);
  if (counter.lt(needed.times(NEARLY)))
    return `It has ${amountText(counter.round(2, 0))} ${pair.counter} left; a deal needs ${amountText(needed.round(2, 3))}. Copy it to start another with less.`;
  const largest = max(ZERO, ...ladder.map(({ price, quantity }) => price.times(quantity)));
  const verdict = await limits.verdict(run.userId, {
    market: run.market as Market,
    pair,
    side: 'buy',
    price: last,
    main: needed.div(last),
    copies: [],
    largest: { main: largest.div(last), copies: [] },
  });
  return verdict.main;
}

export const openingText = (number: number, last: Big, pair: Pick<ExchangePair, 'tick'>): string =>
  `Deal ${number} opens: the price is ${priceText(last, pair)}.`;
