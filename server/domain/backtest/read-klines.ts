import { type Bar, type Bars, barsOf } from './bars.ts';
import { amountOf, DataFault, dataLines, timeOf } from './data-file.ts';

const COLUMNS = 12;

function priced(line: number, fields: readonly string[]): Pick<Bar, 'open' | 'high' | 'low' | 'close'> {
  const [open, high, low, close] = fields.slice(1, 5).map(amountOf);
  if (!open || !high || !low || !close) throw new DataFault(line, 'a price is not a number above 0.');
  if (high < Math.max(open, close) || low > Math.min(open, close))
    throw new DataFault(line, 'the highest or lowest price does not contain the others.');
  return { open, high, low, close };
}

/**
 * the bars of a file of klines: 12 columns, of which the first six are read. Throws a `DataFault` that names the line.
 */
export function readKlines(lines: Iterable<string>, interval: number): Bars {
  const bars: Bar[] = [];
  for (const [line, fields] of dataLines(lines)) {
    if (fields.length !== COLUMNS) throw new DataFault(line, `${fields.length} columns instead of ${COLUMNS}.`);
    const time = timeOf(fields[0]);
    if (time === null || time % interval !== 0)
      throw new DataFault(line, 'its time does not begin a bar of this length.');
    const last = bars.at(-1);
    if (last && time <= last.time) throw new DataFault(line, 'it is not later than the line before.');
    const volume = amountOf(fields[5]);
    if (volume === null) throw new DataFault(line, 'the volume is not a number.');
    bars.push({ time, ...priced(line, fields), volume });
  }
  return barsOf(interval, bars);
}
