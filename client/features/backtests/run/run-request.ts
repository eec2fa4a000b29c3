import { BacktestRequest, type BacktestRequest as Request, type DataFile } from '#contracts/backtests.ts';
import { BACKTEST_INTERVALS, type BacktestInterval } from '#contracts/rules/backtest-limits.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import * as z from 'zod/mini';
import { readVaried, type RunBot, type VariedDraft } from './search-draft.ts';

export type { RunBot } from './search-draft.ts';

/** Each field as it is typed. */
export interface RunDraft {
  /** '2026-10-26', a day of UTC. */
  from: string;
  to: string;
  /** Once a day was typed, files that are chosen change neither. */
  timeTyped: boolean;
  interval: BacktestInterval;
  /** Percent; empty for what the key pays, and for the usual. */
  fees: string;
  slippage: string;
  touch: boolean;
  /** Files; empty for the exchange's own past. */
  data: readonly string[];
  /** Settings that are varied; empty for one run. */
  search: readonly VariedDraft[];
}

const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Ninety days until today, in bars of a quarter of an hour. */
export const firstRun = (now: number): RunDraft => ({
  from: dayOf(now - 90 * DAY_MS),
  to: dayOf(now),
  timeTyped: false,
  interval: '15m',
  fees: '',
  slippage: '',
  touch: false,
  data: [],
  search: [],
});

/** the time and the length of bars that these files have. */
export function coveredBy(
  { timeTyped }: Pick<RunDraft, 'timeTyped'>,
  files: readonly Pick<DataFile, 'from' | 'to' | 'interval'>[],
): Partial<RunDraft> {
  if (files.length === 0) return {};
  const longest = BACKTEST_INTERVALS.findLast((each) => files.some(({ interval }) => interval === each));
  const [from, to] = [Math.min(...files.map((file) => file.from)), Math.max(...files.map((file) => file.to))];
  return {
    ...(longest && { interval: longest }),
    ...(!timeTyped && { from: dayOf(from), to: dayOf(Math.ceil(to / DAY_MS) * DAY_MS) }),
  };
}

export const intervalOf = (text: string): BacktestInterval =>
  BACKTEST_INTERVALS.find((interval) => interval === text) ?? '15m';

export type RunFaults = Readonly<Record<string, string>>;

/** Null where the field is empty; what is no number is refused by the contract. */
const percent = (text: string): number | null =>
  text.trim() === '' ? null : (readNumber(text)?.toNumber() ?? Number.NaN);

/** What the contract makes of the fields, or what it says of each. */
export function readRun(bot: RunBot, draft: RunDraft): { request: Request } | { faults: RunFaults } {
  const { data, search, fees, slippage, from, to, timeTyped: _timeTyped, ...of } = draft;
  const times = { from: Date.parse(`${from}T00:00Z`), to: Date.parse(`${to}T00:00Z`) };
  const missing = Object.entries(times).filter(([, time]) => Number.isNaN(time));
  if (missing.length > 0) return { faults: Object.fromEntries(missing.map(([name]) => [name, 'Choose a day.'])) };
  if (times.to <= times.from) return { faults: { to: 'The end lies before the start.' } };
  const wanted = {
    ...of,
    ...times,
    bot: z.encode(BacktestRequest.shape.bot, bot),
    fees: percent(fees),
    slippage: percent(slippage),
    data: data.length > 0 ? [...data] : null,
    search: search.length > 0 ? search.map(readVaried) : null,
  };
  const read = z.safeParse(BacktestRequest, wanted);
  if (read.success) return { request: read.data };
  return {
    faults: Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message])),
  };
}
