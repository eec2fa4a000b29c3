import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayRun } from '../../server/domain/backtest/replay-run.ts';
import { cpu, flowOf, gridOfFifty, smartMoney, year } from './backtest.bench.ts';
import { inTurn, median, type Row, summary } from './measure.ts';

const ROUNDS = 3;
const PYTHON = process.env['PEER_PYTHON'] ?? 'python3';
const MISSING = `${PYTHON} has no package named backtesting. Install it apart (python3 -m venv dist/peer && dist/peer/bin/pip install backtesting), then run this with PEER_PYTHON=dist/peer/bin/python.`;

interface PeerRun {
  version: string;
  /** Of its CPU, without reading the file. */
  seconds: number;
  trades: number;
}

function runPeer(file: string): PeerRun {
  const script = join(import.meta.dirname, 'backtest-peer.py');
  const { status, stdout, stderr } = spawnSync(PYTHON, [script, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The peer ended with an error: ${stderr.slice(-500)}`);
  return JSON.parse(stdout) as PeerRun;
}

/** The same minutes for both. */
function writeYear(file: string, bars: ReturnType<typeof year>): void {
  const { volume, takerBought } = flowOf(bars);
  const { times, open, high, low, close, volume: base } = bars;
  const lines = Array.from(times, (time, at) =>
    [time, open[at], high[at], low[at], close[at], base[at], volume[at], takerBought[at]].join(','),
  );
  writeFileSync(file, ['Time,Open,High,Low,Close,Volume,Quote,Bought', ...lines].join('\n'));
}

/** A year of minutes, with a decision at each one’s close, here and with backtesting.py: bars a second of CPU. */
export async function backtestPeerRow(): Promise<Row> {
  if (spawnSync(PYTHON, ['-c', 'import backtesting']).status !== 0) throw new Error(MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'tandem-peer-'));
  try {
    const prices = year();
    const file = join(folder, 'year.csv');
    writeYear(file, prices);
    const bars = { ...prices, signals: flowOf(prices) };
    const open = bars.open[0] ?? 0;
    const settings = smartMoney(gridOfFifty(open), open);
    const { fills } = replayRun(bars, 'drawn', settings);
    const { version, trades } = runPeer(file);
    const { baselines, products } = await inTurn(ROUNDS, {
      baseline: async () => runPeer(file).seconds,
      product: () => cpu(() => replayRun(bars, 'drawn', settings)),
    });
    const speed = (seconds: number): string => Math.round(bars.times.length / seconds).toLocaleString('en-US');
    const [ours, theirs] = [median(products), median(baselines)];
    return {
      name: `X-7 smart money of each of a year of minutes, ${Math.floor(fills.length / 2)} deals, beside backtesting.py ${version}, ${trades} deals, CPU`,
      found: `${summary(products, 's')}, ${speed(ours)} bars/s; the peer ${summary(baselines, 's')}, ${speed(theirs)} bars/s`,
      goal: 'no slower than the peer',
      met: ours <= theirs,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
