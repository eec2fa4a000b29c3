import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import { closedBefore, isCloseDue, readNextAt, TOLD_AFTER } from '../../../domain/exit-plan/candle-close.ts';
import {
  type BarsDecision,
  decideBars,
  type FlowSignal,
  type SignalBar,
} from '../../../domain/strategies/signals/decide-bars.ts';
import { amountOf } from '../../../domain/strategies/signals/opening-deals.ts';
import { entryOf } from '../../../domain/strategies/signals/signal-deals.ts';
import { decideBarsOf, type SignalDeal } from '../runs/bars.store.ts';
import { dealMoved, lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import { amountText, pairName, priceText } from '../plan/field-note.ts';
import type { SignalSettings } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import { ageText, moveText, TIME_OF_DAY } from '../runs/run-texts.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { type DealPass, type DealWorkerDeps, moved, type Passed } from './deal-pass.ts';
import { readBars } from './read-bars.ts';

interface Judged {
  text: string;
  deal: SignalDeal | null;
  /** What its owner is asked about; null where there is nothing to ask. */
  asks: string | null;
}

const openDeals = ({ deals }: StoredRun) => deals.filter(({ row }) => row.endedAt === null);

/** What stands against any purchase now; null where nothing does. */
async function closedText(
  { markets, trading }: DealWorkerDeps,
  { stored: { run }, pair, context }: DealPass,
): Promise<string | null> {
  if (!context.isTrading) {
    const halt = await markets.haltOf(run.market as Market, run.symbol);
    return halt?.sentence ?? `${pairName(pair)} does not trade.`;
  }
  return trading.refusal(run.userId) ?? trading.entryRefusal(run.userId, run.keyId);
}

/** PB-3, PB-6. */
function waitText({ stored, pair, context }: DealPass, settings: SignalSettings): string | null {
  const { now, last } = context;
  const openResult = openDeals(stored).reduce((sum, deal) => {
    const { base, counter } = dealMoved(deal, pair);
    return sum.plus(counter).plus(base.times(last ?? ZERO));
  }, ZERO);
  const waits = waitsFor(stored, settings, { now, last, openResult });
  return waits && waitingText(waits);
}

/** PB-4: counter units for a deal now; null where the bot has not so much. */
function amountFor({ stored, pair, context }: DealPass, { deals }: SignalSettings): Big | null {
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
async function judge(
  deps: DealWorkerDeps,
  pass: DealPass,
  of: { settings: SignalSettings; signal: FlowSignal },
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
    deal: { number, marketPrice: last, price, quantity, validUntil },
    asks: null,
  };
}

/** S-35. */
async function limitFault(
  { limits }: DealWorkerDeps,
  { stored: { run }, pair }: DealPass,
  { price, quantity }: { price: Big; quantity: Big },
): Promise<string | null> {
  const market = run.market as Market;
  const of = { market, pair, side: 'buy' as const, price, main: quantity, copies: [] };
  return (await limits.verdict(run.userId, { ...of, largest: { main: quantity, copies: [] } })).main;
}

const nameOf = ({ at, price, flow }: FlowSignal, pair: DealPass['pair']): string =>
  `Signal of ${TIME_OF_DAY.format(at)} UTC at ${priceText(price, pair)}, flow ${flow.toFixed(2)}`;

/** PB-2: each signal with what became of it; the newest that is not too late may open a deal. */
async function judgeAll(
  deps: DealWorkerDeps,
  pass: DealPass,
  { settings, signals }: { settings: SignalSettings; signals: readonly FlowSignal[] },
): Promise<{ texts: string[]; taken: Judged | null }> {
  const { pair, context } = pass;
  const newest = signals.findLast(({ isMissed }) => !isMissed);
  const taken = newest ? await judge(deps, pass, { settings, signal: newest }) : null;
  const texts = signals.map((signal) => {
    const late = `missed: came ${ageText(context.now - signal.at)} late.`;
    return `${nameOf(signal, pair)}: ${signal === newest && taken ? taken.text : late}`;
  });
  return { texts, taken };
}

/** PB-8: sellers prevail in the bar that has just ended. */
async function endBySellers({ deals }: DealWorkerDeps, { stored, context }: DealPass, flow: number | null) {
  const text = `Sellers prevail: the flow is ${(flow ?? 0).toFixed(2)}.`;
  for (const { row } of openDeals(stored))
    if (row.ending === null) await deals.end(stored.run, row, { ending: 'sell', text, now: context.now });
}

/** Bars with what buyers took of them, counter units. */
async function flowBars(deps: DealWorkerDeps, { stored }: DealPass, of: { settings: SignalSettings; since: number }) {
  const { flow, interval } = of.settings;
  const bars = await readBars(deps, stored.run, { interval, since: of.since, count: flow.mean + flow.look });
  return bars?.flatMap(({ at, close, taken }): SignalBar[] =>
    taken ? [{ at, close, volume: taken.counter.toNumber(), takerBought: taken.bought.toNumber() }] : [],
  );
}

/** The end of the last bar that is decided on: at its start it reads how things are, and only what ends after that is a signal. */
const sinceOf = ({ stored: { run }, context: { now } }: DealPass, { interval, length }: SignalSettings): number =>
  run.bars?.until ?? closedBefore(now, interval) - length;

/** Writes down what was decided, and does it. */
async function take(
  deps: DealWorkerDeps,
  pass: DealPass,
  { settings, decision }: { settings: SignalSettings; decision: BarsDecision },
): Promise<Passed> {
  const { run } = pass.stored;
  const { now } = pass.context;
  const { decided, sells } = decision;
  if (sells && settings.sellersClose) await endBySellers(deps, pass, decided.flow);
  const signals = decision.signals.filter(({ at }) => at > run.watchedSince);
  const { texts, taken } = await judgeAll(deps, pass, { settings, signals });
  const isMine = await decideBarsOf(deps.db)(run, { bars: decided, texts, deal: taken?.deal ?? null, now });
  const asks = taken?.asks ?? null;
  if (!isMine || asks === null) return moved(isMine, now);
  return moved(await deps.work.move(run, 'attention', { reason: asks, now, text: moveText('attention', asks) }), now);
}

/** PB-2, PB-8: decides on the bars that have ended since the last decision, once each. */
export async function lookAtBars(deps: DealWorkerDeps, pass: DealPass, settings: SignalSettings): Promise<Passed> {
  const { stored, context, pair } = pass;
  const { now } = context;
  const { interval, length } = settings;
  const since = sinceOf(pass, settings);
  if (stored.run.bars && !isCloseDue({ until: since }, interval, now))
    return readNextAt({ until: since }, interval, now);
  const bars = await flowBars(deps, pass, { settings, since });
  const of = { since, now, interval: length, tick: pair.tick };
  const decision = bars ? decideBars(settings.flow, { bars, ...of }) : null;
  return decision ? take(deps, pass, { settings, decision }) : now + TOLD_AFTER;
}
