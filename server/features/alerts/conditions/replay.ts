import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { Bar, History } from './history.ts';
import { type ConditionRow, hasFired, isIndicator } from './condition-row.ts';
import type { PairConditions } from './pair-conditions.ts';

export interface Replay {
  rows: readonly ConditionRow[];
  history: History;
  /** Up to then prices were evaluated before, by the exchange's clock, UTC epoch ms; -Infinity where none were. */
  mark: number;
}

/** When a row begins to be decided. */
const startOf = ({ armedAt }: ConditionRow, mark: number): number => Math.max(armedAt, mark);

/** Rows in the order of a time; `before` gives those whose time has come. */
function queue(rows: readonly ConditionRow[], timeOf: (row: ConditionRow) => number) {
  const waiting = rows.toSorted((one, other) => timeOf(other) - timeOf(one));
  return (isDue: (time: number) => boolean): ConditionRow[] => {
    const due: ConditionRow[] = [];
    for (let next = waiting.at(-1); next && isDue(timeOf(next)); next = waiting.at(-1)) due.push(...waiting.splice(-1));
    return due;
  };
}

/** Moves and lines: the prices of each candle in their most probable order, at its beginning. */
function replayPrices(pair: PairConditions, { rows, history, mark }: Replay): void {
  const arrivals = queue(rows, (row) => startOf(row, mark));
  for (const { openTime: time, path } of history.prices) {
    for (const row of arrivals((start) => start <= time)) pair.upsert(row);
    for (const exact of path) {
      const look = { time, price: orderOf(exact), exact, late: true };
      pair.pricesFired(look);
    }
  }
  for (const row of arrivals(() => true)) pair.upsert(row);
}

/**
 * Closes, bar by bar. An alert begins with the first bar that ends after it was armed; one that was decided on before begins
 * with the bar that was the last one then: it sets the side.
 */
function replayBars(pair: PairConditions, interval: ClosingInterval, { rows, history, mark }: Replay): void {
  const length = CLOSING_INTERVALS[interval];
  const bars = pair.openBars(interval);
  for (const { condition } of rows) if (isIndicator(condition)) bars.open(condition);
  const lastBar = Math.floor(mark / length) * length;
  const firstBar = (row: ConditionRow): number => {
    const after = hasFired(row) ? row.armedAt : Math.floor(row.armedAt / length) * length + length;
    return Math.max(after, lastBar);
  };
  const arrivals = queue(rows, firstBar);
  for (const { openTime, close } of history.bars.get(interval) ?? []) {
    for (const row of arrivals((first) => first <= openTime)) pair.upsert(row);
    pair.barsFired(bars.take(openTime, orderOf(close)), true);
  }
  bars.areTheirs();
  for (const row of arrivals(() => true)) pair.upsert(row);
}

function replayVolume(pair: PairConditions, candles: readonly Bar[], { rows, mark }: Replay): void {
  const [first] = rows;
  if (first?.condition.kind !== 'volume') return;
  const volume = pair.openVolume(first.condition);
  const [before, within] = [queue(rows, ({ armedAt }) => armedAt), new Set(rows)];
  for (const { openTime, closeTime, close, volume: traded } of candles) {
    const look = { time: closeTime, price: orderOf(close), exact: close, late: true };
    const take = (time: number, quantity: number) => pair.fired(volume.take(time, quantity), look);
    const add = (row: ConditionRow) => within.delete(row) && pair.upsert(row);
    // An alert that was armed before this bar saw it begin with nothing.
    for (const row of before((armedAt) => armedAt < openTime && mark < closeTime)) add(row);
    take(openTime, 0);
    for (const row of within) if (startOf(row, mark) <= closeTime) add(row);
    take(closeTime, Number(traded.toFixed()));
  }
  for (const row of within) pair.upsert(row);
}

/** K-11: runs what was missed through a pair's alerts, each kind in order, and leaves them where they are now. */
export function replay(pair: PairConditions, { rows, history, mark }: Replay): void {
  const kinds = Map.groupBy(rows, ({ condition }) => {
    if (condition.kind === 'volume') return `${condition.interval} ${condition.bars}`;
    return isIndicator(condition) ? condition.interval : 'prices';
  });
  for (const of of kinds.values()) {
    const [first] = of;
    if (!first) continue;
    const { condition } = first;
    const part = { rows: of, history, mark };
    if (condition.kind === 'volume') replayVolume(pair, history.bars.get(condition.interval) ?? [], part);
    else if (isIndicator(condition)) replayBars(pair, condition.interval, part);
    else replayPrices(pair, part);
  }
}
