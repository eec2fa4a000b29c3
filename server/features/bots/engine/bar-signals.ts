import { closedBefore, isCloseDue, readNextAt, TOLD_AFTER } from '../../../domain/exit-plan/candle-close.ts';
import { type BarsDecision, decideBars, type FlowSignal } from '../../../domain/strategies/signals/decide-bars.ts';
import type { RangeBar } from '../../../domain/strategies/signals/turtle-levels.ts';
import { decideBarsOf } from '../runs/bars.store.ts';
import { priceText } from '../plan/field-note.ts';
import type { BarSettings, SignalSettings } from '../../../domain/strategies/signals/run-settings.ts';
import type { BreakoutSettings } from '../../../domain/strategies/rounds/breakout-deals.ts';
import { barsRead } from '../runs/deal-settings.ts';
import { rangeBars, readBars } from '../runs/read-bars.ts';
import { storedLevels } from '../runs/turtle-levels.ts';
import { levelsAfter, takeBreakout } from '../signals/judge-breakout.ts';
import { judge, type Judged, openDeals } from '../signals/judge-signal.ts';
import { ageText, moveText, TIME_OF_DAY } from '../runs/run-texts.ts';
import { type DealPass, type DealWorkerDeps, moved, type Passed } from './deal-pass.ts';

const nameOf = ({ at, price, flow }: FlowSignal, pair: DealPass['pair']): string =>
  `Signal of ${TIME_OF_DAY.format(at)} UTC at ${priceText(price, pair)}, flow ${flow.toFixed(2)}`;

type OfBars = (SignalSettings | BreakoutSettings) & { bars: BarSettings };

/** What is written into its log, what it opens, and what its owner is asked about. */
type Taken = Pick<Judged, 'deal' | 'asks'> & { texts: string[] };

/** PB-2: each signal with what became of it; the newest that is not too late may open a deal. */
async function judgeAll(
  deps: DealWorkerDeps,
  pass: DealPass,
  { settings, signals }: { settings: SignalSettings; signals: readonly FlowSignal[] },
): Promise<Taken> {
  const { pair, context } = pass;
  const newest = signals.findLast(({ isMissed }) => !isMissed);
  const taken = newest ? await judge(deps, pass, { settings, signal: newest }) : null;
  const texts = signals.map((signal) => {
    const late = `missed: came ${ageText(context.now - signal.at)} late.`;
    return `${nameOf(signal, pair)}: ${signal === newest && taken ? taken.text : late}`;
  });
  return { texts, deal: taken?.deal ?? null, asks: taken?.asks ?? null };
}

/** PB-8: sellers prevail in the bar that has just ended. */
async function endBySellers({ deals }: DealWorkerDeps, { stored, context }: DealPass, flow: number | null) {
  const text = `Sellers prevail: the flow is ${(flow ?? 0).toFixed(2)}.`;
  for (const { row } of openDeals(stored))
    if (row.ending === null) await deals.end(stored.run, row, { ending: 'sell', text, now: context.now });
}

/** Bars with what buyers took of them, counter units. */
async function flowBars(deps: DealWorkerDeps, { stored }: DealPass, of: { settings: OfBars; since: number }) {
  const { interval } = of.settings.bars;
  const bars = await readBars(deps, stored.run, { interval, since: of.since, count: barsRead(of.settings) });
  return bars && rangeBars(bars);
}

/** The end of the last bar that is decided on: at its start it reads how things are, and only what ends after that is a signal. */
const sinceOf = ({ stored: { run }, context: { now } }: DealPass, { interval, length }: BarSettings): number =>
  run.bars?.until ?? closedBefore(now, interval) - length;

interface ToJudge {
  settings: OfBars;
  signals: readonly FlowSignal[];
  decision: BarsDecision;
  bars: readonly RangeBar[];
}

/** PB-9 keeps what the last bar says of a breakout as well. */
async function judgeBy(deps: DealWorkerDeps, pass: DealPass, of: ToJudge) {
  const { settings, signals, decision, bars } = of;
  if (settings.by === 'signal') return { ...(await judgeAll(deps, pass, { settings, signals })), levels: {} };
  const { until } = decision.decided;
  const levels = levelsAfter({ bars, signals, until }, pass, settings);
  const taken = await takeBreakout(deps, pass, { settings, levels, until });
  const texts = signals.map((signal) => {
    const late = `missed: came ${ageText(pass.context.now - signal.at)} late.`;
    return `${nameOf(signal, pass.pair)}: ${signal.isMissed ? late : taken.ofSignal}`;
  });
  return {
    texts: taken.text === null ? texts : [...texts, taken.text],
    deal: taken.deal,
    asks: taken.asks,
    levels: { turtle: storedLevels(levels) },
  };
}

/** Writes down what was decided, and does it. */
async function take(
  deps: DealWorkerDeps,
  pass: DealPass,
  { settings, decision, bars }: { settings: OfBars; decision: BarsDecision; bars: readonly RangeBar[] },
): Promise<Passed> {
  const { run } = pass.stored;
  const { now } = pass.context;
  const { decided, sells } = decision;
  if (sells && settings.bars.sellersClose) await endBySellers(deps, pass, decided.flow);
  const signals = decision.signals.filter(({ at }) => at > run.watchedSince);
  const { levels, ...taken } = await judgeBy(deps, pass, { settings, signals, decision, bars });
  const { texts, deal, asks } = taken;
  const isMine = await decideBarsOf(deps.db)(run, { bars: { ...decided, ...levels }, texts, deal, now });
  if (!isMine || asks === null) return moved(isMine, now);
  return moved(await deps.work.move(run, 'attention', { reason: asks, now, text: moveText('attention', asks) }), now);
}

/** PB-2, PB-8: decides on the bars that have ended since the last decision, once each. */
export async function lookAtBars(deps: DealWorkerDeps, pass: DealPass, settings: OfBars): Promise<Passed> {
  const { stored, context, pair } = pass;
  const { now } = context;
  const { interval, length, flow } = settings.bars;
  const since = sinceOf(pass, settings.bars);
  if (stored.run.bars && !isCloseDue({ until: since }, interval, now))
    return readNextAt({ until: since }, interval, now);
  const bars = await flowBars(deps, pass, { settings, since });
  const of = { since, now, interval: length, tick: pair.tick };
  const decision = bars ? decideBars(flow, { bars, ...of }) : null;
  return bars && decision ? take(deps, pass, { settings, decision, bars }) : now + TOLD_AFTER;
}
