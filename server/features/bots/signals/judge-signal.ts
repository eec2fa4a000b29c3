import type { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { dealOfSignal, type SignalledRun } from '../../../domain/strategies/rounds/deal-of-signal.ts';
import { dealMoved, lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import type { BotDeps } from '../deps.ts';
import { pairName, priceText } from '../plan/field-note.ts';
import type { SignalDeal } from '../runs/bars.store.ts';
import type { SignalSettings } from '../../../domain/strategies/signals/run-settings.ts';
import { waitingText } from '../runs/next-deal.ts';
import type { StoredRun } from '../runs/runs.store.ts';

export type JudgeDeps = Pick<BotDeps, 'markets' | 'trading' | 'limits'>;

/** A run to which a signal has come. */
export interface Judging {
  stored: StoredRun;
  pair: ExchangePair;
  context: RunContext;
}

/** What became of a signal. */
export interface Judged {
  text: string;
  deal: SignalDeal | null;
  /** What its owner is asked about; null where there is nothing to ask. */
  asks: string | null;
}

export const openDeals = ({ deals }: StoredRun) => deals.filter(({ row }) => row.endedAt === null);

/** What stands against any purchase now; null where nothing does. */
export async function closedText(
  { markets, trading }: JudgeDeps,
  { stored: { run }, pair, context }: Judging,
): Promise<string | null> {
  if (!context.isTrading) {
    const halt = await markets.haltOf(run.market as Market, run.symbol);
    return halt?.sentence ?? `${pairName(pair)} does not trade.`;
  }
  return trading.refusal(run.userId) ?? trading.entryRefusal(run.userId, run.keyId);
}

/** A run, as its settings look at it. */
export const signalled = ({ stored, pair }: Judging): SignalledRun => ({
  deals: stored.deals.map(({ row }) => row),
  given: stored.run.givenCounter,
  owned: ownedByDeals(stored, pair),
  open: openDeals(stored).reduce<Amounts>(
    (sum, deal) => {
      const { base, counter } = dealMoved(deal, pair);
      return { base: sum.base.plus(base), counter: sum.counter.plus(counter) };
    },
    { base: ZERO, counter: ZERO },
  ),
  locked: lockedByDeals(stored, pair),
  currency: pair.counter,
});

const declined = (text: string, asks: string | null = null): Judged => ({
  text: `not taken: ${text}`,
  deal: null,
  asks,
});

/** PB-3 to PB-6, S-35: what a signal opens, or why it does not. */
export async function judge(
  deps: JudgeDeps,
  pass: Judging,
  of: { settings: SignalSettings; signal: { at: number; price: Big } },
): Promise<Judged> {
  const { stored, pair, context } = pass;
  const { settings, signal } = of;
  const { last, rules } = context;
  const fault = await closedText(deps, pass);
  if (fault !== null) return declined(fault);
  if (!last) return declined('The last price is not known.');
  const made = dealOfSignal(settings, signalled(pass), { signal, last, now: context.now, rules });
  if (made.do === 'wait') return declined(waitingText(made.waits));
  if (made.do === 'lack') return declined(made.text, openDeals(stored).length === 0 ? made.text : null);
  const { price, quantity, until: validUntil } = made;
  const over = await limitFault(deps, pass, { price, quantity });
  if (over !== null) return declined(over);
  const number = stored.deals.length + 1;
  return {
    text: `deal ${number} buys ${grouped(quantity)} ${pair.base} at up to ${priceText(price, pair)}.`,
    deal: { number, marketPrice: last, price, quantity, validUntil, signalId: null },
    asks: null,
  };
}

/** S-35. */
export async function limitFault(
  { limits }: JudgeDeps,
  { stored: { run }, pair }: Judging,
  { price, quantity }: { price: Big; quantity: Big },
): Promise<string | null> {
  const market = run.market as Market;
  const of = { market, pair, side: 'buy' as const, price, main: quantity, copies: [] };
  return (await limits.verdict(run.userId, { ...of, largest: { main: quantity, copies: [] } })).main;
}
