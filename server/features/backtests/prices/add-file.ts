import { hash } from 'node:crypto';
import type { DataFile } from '#contracts/backtests.ts';
import { BACKTEST_INTERVALS, INTERVAL_MS, MOST_FILES } from '#contracts/rules/backtest-limits.ts';
import { holesIn } from '../../../domain/backtest/bars.ts';
import { DataFault, dataFileOf } from '../../../domain/backtest/data-file.ts';
import { KlinesReader } from '../../../domain/backtest/read-klines.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import type { BacktestDeps } from '../deps.ts';
import { dataFilesStore, type FileRow } from './data-files.store.ts';
import { packBars } from './packed-bars.ts';
import { linesOf } from './unpack-file.ts';

export interface SentFile {
  name: string;
  content: Buffer;
  /** As the file beside it says, in any case. */
  checksum: string | undefined;
}

export const presentFile = ({ id, firstTime, lastTime, count, interval, ...row }: FileRow): DataFile => ({
  fileId: id,
  name: row.name,
  symbol: row.symbol,
  interval: BACKTEST_INTERVALS.find((known) => known === interval) ?? '1m',
  from: firstTime,
  to: lastTime,
  bars: count,
  holes: row.holes,
  checksum: row.checksum,
});

async function readBars(name: string, { content, length }: { content: Buffer; length: number }) {
  const reader = new KlinesReader(length);
  for await (const lines of linesOf(name, content)) for (const line of lines) reader.take(line);
  return reader.bars();
}

function kindOf(name: string) {
  const kind = dataFileOf(name);
  if (!kind) throw new Refusal('unprocessable', `${name} has bars of a length that is not run here. Use 1m to 1d.`);
  if (kind.kind !== 'klines')
    throw new Refusal('unprocessable', `${name} holds trades. Bars are read here: download the klines of that time.`);
  return kind;
}

/** keeps a file, or nothing of it. */
export async function addFile(
  { db, clock }: Pick<BacktestDeps, 'db' | 'clock'>,
  userId: string,
  { name, content, checksum }: SentFile,
): Promise<DataFile> {
  const { symbol, interval } = kindOf(name);
  const sum = hash('sha256', content);
  if (checksum && checksum.toLowerCase() !== sum)
    throw new Refusal('unprocessable', `${name} is not the file that its checksum is of. Download it again.`);
  const bars = await readBars(name, { content, length: INTERVAL_MS[interval] }).catch((error: unknown) => {
    if (error instanceof DataFault) throw new Refusal('unprocessable', `${name}: ${error.message}`);
    throw error;
  });
  const [firstTime, last] = [bars.times[0], bars.times.at(-1)];
  if (firstTime === undefined || last === undefined) throw new Refusal('unprocessable', `${name} holds no bars.`);
  const row = {
    id: newId(),
    name,
    symbol,
    interval,
    firstTime,
    lastTime: last + bars.interval,
    count: bars.times.length,
    holes: holesIn(bars).length,
    checksum: sum,
    createdAt: clock(),
  };
  const isKept = await dataFilesStore(db, userId).keep({ ...row, bars: await packBars(bars) }, MOST_FILES);
  if (!isKept) throw new Refusal('unprocessable', `You keep ${MOST_FILES} files, which is the most. Delete one first.`);
  return presentFile(row);
}
