import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { amountOf } from '../../../domain/strategies/signals/opening-deals.ts';
import { entryOf } from '../../../domain/strategies/signals/signal-deals.ts';
import { dealMoved, lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import type { BotDeps } from '../deps.ts';
import { amountText, pairName, priceText } from '../plan/field-note.ts';
import type { SignalDeal } from '../runs/bars.store.ts';
import type { SignalSettings } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import type { StoredRun } from '../runs/runs.store.ts';

type JudgeDeps = Pick<BotDeps, 'markets' | 'trading' | 'limits'>;

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
async function closedText(
  { markets, trading }: JudgeDeps,
  { stored: { run }, pair, context }: Judging,
): Promise<string | null> {
  if (!context.isTrading) {
    const halt = await markets.haltOf(run.market as Market, run.symbol);
    return halt?.sentence ?? `${pairName(pair)} does not trade.`;
  }
  return trading.refusal(run.userId) ?? trading.entryRefusal(run.userId, run.keyId);
}

/** PB-3, PB-6. */
function waitText({ stored, pair, context }: Judging, settings: SignalSettings): string | null {
  const { now, last } = context;
  const openResult = openDeals(stored).reduce((sum, deal) => {
    const { base, counter } = dealMoved(deal, pair);
    return sum.plus(counter).plus(base.times(last ?? ZERO));
  }, ZERO);
  const waits = waitsFor(stored, settings, { now, last, openResult });
  return waits && waitingText(waits);
}

/** PB-4: counter units for a deal now; null where the bot has not so much. */
function amountFor({ stored, pair, context }: Judging, { deals }: SignalSettings): Big | null {
  const owned = ownedByDeals(stored, pair);
  const owns = owned.counter.plus(owned.base.times(context.last ?? ZERO));
  const free = owned.counter.minus(lockedByDeals(stored, pair));
  return amountOf(deals.amount, { owns, free, given: stored.run.givenCounter }, deals.reinvest);
}

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
  const fault = (await closedText(deps, pass)) ?? waitText(pass, settings);
  if (fault !== null) return declined(fault);
  if (!last) return declined('The last price is not known.');
  const amount = amountFor(pass, settings);
  if (!amount) {
    const has = amountText(ownedByDeals(stored, pair).counter.round(2, 0));
    const text = `It has ${has} ${pair.counter} left, too little for a deal. Copy it to start another with less.`;
    return declined(text, openDeals(stored).length === 0 ? text : null);
  }
  const { price, quantity } = entryOf({ signal: signal.price, last, amount }, settings.deals, rules);
  const over = await limitFault(deps, pass, { price, quantity });
  if (over !== null) return declined(over);
  const number = stored.deals.length + 1;
  const validUntil = signal.at + settings.deals.validFor;
  return {
    text: `deal ${number} buys ${quantity.toFixed()} ${pair.base} at up to ${priceText(price, pair)}.`,
    deal: { number, marketPrice: last, price, quantity, validUntil, signalId: null },
    asks: null,
  };
}

/** S-35. */
async function limitFault(
  { limits }: JudgeDeps,
  { stored: { run }, pair }: Judging,
  { price, quantity }: { price: Big; quantity: Big },
): Promise<string | null> {
  const market = run.market as Market;
  const of = { market, pair, side: 'buy' as const, price, main: quantity, copies: [] };
  return (await limits.verdict(run.userId, { ...of, largest: { main: quantity, copies: [] } })).main;
}
