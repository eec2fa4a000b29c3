import type { ExchangePair } from '../../../domain/market/pair.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import {
  breakoutOf,
  type BreakoutSettings,
  breakoutTerms,
  dealOfBreakout,
  levelsOfBars,
  type SeenBars,
} from '../../../domain/strategies/rounds/breakout-deals.ts';
import type { FlowSignal } from '../../../domain/strategies/signals/decide-bars.ts';
import type { RangeBar, TurtleLevels } from '../../../domain/strategies/signals/turtle-levels.ts';
import type { TurtleTerms } from '../../../domain/strategies/signals/turtle-step.ts';
import { ownedByDeals } from '../deals/deal-books.ts';
import { priceText } from '../plan/field-note.ts';
import { waitingText } from '../runs/next-deal.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { readLevels } from '../runs/turtle-levels.ts';
import {
  closedText,
  type Judged,
  type Judging,
  type JudgeDeps,
  limitFault,
  openDeals,
  signalled,
} from './judge-signal.ts';

const seenBy = ({ run }: Pick<StoredRun, 'run'>): SeenBars | null =>
  run.bars?.turtle ? { levels: readLevels(run.bars.turtle), until: run.bars.until } : null;

/** PB-9, PB-10: what the bars up to `until` say, and the signals that came with them. */
export const levelsAfter = (
  of: { bars: readonly RangeBar[]; signals: readonly FlowSignal[]; until: number },
  { stored, pair }: Pick<Judging, 'stored' | 'pair'>,
  { bars }: BreakoutSettings,
): TurtleLevels => levelsOfBars(of, seenBy(stored)?.levels ?? null, { bars, tick: pair.tick });

/** What an open deal goes by, as the last bar has left it. */
export function turtleTerms(stored: StoredRun, settings: BreakoutSettings, pair: ExchangePair): TurtleTerms {
  const { counter: owned } = ownedByDeals(stored, pair);
  return breakoutTerms(settings, seenBy(stored), { owned, given: stored.run.givenCounter });
}

/** By the last bar that was decided on. */
export function isFilterSeen(stored: StoredRun, { bars }: BreakoutSettings): boolean {
  const seen = seenBy(stored);
  return seen !== null && breakoutOf(seen, bars) !== null;
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
  const breakout = breakoutOf({ levels, until }, settings.bars);
  if (!breakout || openDeals(stored).length > 0) return { deal: null, asks: null, text: null, ofSignal: FILTER };
  const fault = await closedText(deps, pass);
  if (fault !== null) return declined(fault);
  const made = dealOfBreakout(settings, signalled(pass), { breakout, ...context });
  if (made.do === 'wait') return declined(waitingText(made.waits));
  if (!context.last) return declined('The last price is not known.');
  if (made.do === 'lack') return declined(made.text, made.text);
  const { unit } = made;
  const over = await limitFault(deps, pass, unit);
  if (over !== null) return declined(over);
  const number = stored.deals.length + 1;
  const coins = `${grouped(unit.quantity)} ${pair.base}`;
  const { price, quantity } = unit;
  return {
    deal: { number, marketPrice: context.last, price, quantity, validUntil: null, signalId: null },
    asks: null,
    text: `Deal ${number} waits for ${priceText(breakout.trigger, pair)} with ${coins}, up to ${priceText(price, pair)}.`,
    ofSignal: FILTER,
  };
}
