import { min } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { type FlowSignal, wholeBars } from '../../../domain/strategies/signals/decide-bars.ts';
import type { TurtleSettings } from '../../../domain/strategies/signals/turtle.ts';
import {
  isFilterOn,
  type RangeBar,
  type TurtleLevels,
  turtleLevels,
} from '../../../domain/strategies/signals/turtle-levels.ts';
import { firstUnit, type TurtleTerms } from '../../../domain/strategies/signals/turtle-step.ts';
import { lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import { amountText, priceText } from '../plan/field-note.ts';
import { type BreakoutSettings, barsNeeded } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { readLevels } from '../runs/turtle-levels.ts';
import { closedText, type Judged, type Judging, type JudgeDeps, limitFault, openDeals } from './judge-signal.ts';

const levelsNow = ({ run }: Pick<StoredRun, 'run'>): TurtleLevels | null =>
  run.bars?.turtle ? readLevels(run.bars.turtle) : null;

/** PB-9, PB-10: what the bars up to `until` say, and the signals that came with them. */
export function levelsOfBars(
  of: { bars: readonly RangeBar[]; signals: readonly FlowSignal[]; until: number },
  { stored, pair }: Pick<Judging, 'stored' | 'pair'>,
  settings: BreakoutSettings,
): TurtleLevels {
  const { length } = settings.bars;
  const bars = wholeBars(
    of.bars.filter(({ at }) => at <= of.until),
    length,
  );
  const { signalAt, ...levels } = turtleLevels({ bars, signals: of.signals }, levelsNow(stored), pair);
  return bars.length < barsNeeded(settings.bars) ? { signalAt, breakout: null, exit: null } : { signalAt, ...levels };
}

/** PB-4: what units are counted from: what it was given, less what it has lost, and with profits where it may use them. */
function unitSettings(stored: StoredRun, { units, reinvest }: BreakoutSettings, pair: ExchangePair): TurtleSettings {
  const { counter } = ownedByDeals(stored, pair);
  return { ...units, given: reinvest ? counter : min(counter, stored.run.givenCounter) };
}

/** Where it buys while its filter is on, by the last bar. */
function breakoutOf(levels: TurtleLevels, until: number, { bars }: BreakoutSettings): TurtleLevels['breakout'] {
  return isFilterOn(levels, until, { look: bars.flow.look, length: bars.length }) ? levels.breakout : null;
}

/** What an open deal goes by, as the last bar has left it. */
export function turtleTerms(stored: StoredRun, settings: BreakoutSettings, pair: ExchangePair): TurtleTerms {
  const levels = levelsNow(stored);
  const until = stored.run.bars?.until;
  return {
    settings: unitSettings(stored, settings, pair),
    breakout: levels && until !== undefined ? breakoutOf(levels, until, settings) : null,
    exit: levels?.exit ?? null,
  };
}

/** By the last bar that was decided on. */
export function isFilterSeen(stored: StoredRun, settings: BreakoutSettings): boolean {
  const [levels, until] = [levelsNow(stored), stored.run.bars?.until];
  return levels !== null && until !== undefined && breakoutOf(levels, until, settings) !== null;
}

interface TakenBreakout extends Pick<Judged, 'deal' | 'asks'> {
  /** What the log says of a deal that opens; null where none does. */
  text: string | null;
  /** What a signal comes to. */
  ofSignal: string;
}

const declined = (why: string, asks: string | null = null): TakenBreakout => ({
  deal: null,
  asks,
  text: null,
  ofSignal: `not taken: ${why}`,
});

const FILTER = 'its filter is on.';

/** PB-9, PB-3, PB-6, S-35: a deal opens while the filter is on, and waits for its breakout. */
export async function takeBreakout(
  deps: JudgeDeps,
  pass: Judging,
  of: { settings: BreakoutSettings; levels: TurtleLevels; until: number },
): Promise<TakenBreakout> {
  const { stored, pair, context } = pass;
  const { settings, levels, until } = of;
  const breakout = breakoutOf(levels, until, settings);
  if (!breakout || openDeals(stored).length > 0) return { deal: null, asks: null, text: null, ofSignal: FILTER };
  const fault = await closedText(deps, pass);
  if (fault !== null) return declined(fault);
  const waits = waitsFor(stored, settings, context);
  if (waits) return declined(waitingText(waits));
  if (!context.last) return declined('The last price is not known.');
  const terms = { settings: unitSettings(stored, settings, pair), breakout };
  const owned = ownedByDeals(stored, pair).counter;
  const unit = firstUnit(terms, { rules: context.rules, free: owned.minus(lockedByDeals(stored, pair)) });
  if (!unit) {
    const has = amountText(owned.round(2, 0));
    const text = `With ${has} ${pair.counter} a unit would be too small to be sold at its stop. Copy it to start another with more.`;
    return declined(text, text);
  }
  const over = await limitFault(deps, pass, unit);
  if (over !== null) return declined(over);
  const number = stored.deals.length + 1;
  const coins = `${unit.quantity.toFixed()} ${pair.base}`;
  const { price, quantity } = unit;
  return {
    deal: { number, marketPrice: context.last, price, quantity, validUntil: null, signalId: null },
    asks: null,
    text: `Deal ${number} waits for ${priceText(breakout.trigger, pair)} with ${coins}, up to ${priceText(price, pair)}.`,
    ofSignal: FILTER,
  };
}
