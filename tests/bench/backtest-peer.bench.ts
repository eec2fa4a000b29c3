import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { DAY } from '#contracts/rules/time.ts';
import type { Bars } from '../../server/domain/backtest/bars.ts';
import { replayRun } from '../../server/domain/backtest/replay-run.ts';
import type { SignalBars } from '../../server/domain/backtest/signal-bars.ts';
import { cpu, flowOf, gridOfFifty, smartMoney, year } from './backtest.bench.ts';
import { inTurn, median, type Row, summary } from './measure.ts';

const ROUNDS = 3;
const MOST_RATIO = 4;
const FOLDER = process.env['PEER_FOLDER'] ?? 'dist/peer';
const MISSING = `${FOLDER} has no peer. Install one apart: npm install --prefix ${FOLDER} grademark@0.3.0 data-forge@1.10.5 chai@4`;

interface PeerBar {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** 1 where smart money buys, −1 where sellers prevail. */
  signal: number;
}

interface At {
  bar: PeerBar;
}

interface OpenAt extends At {
  entryPrice: number;
}

/** What is used of grademark and of data-forge, which it is given its bars by. */
interface Peer {
  backtest(
    strategy: {
      entryRule(enter: (options: { direction: 'long' }) => void, at: At): void;
      exitRule(exit: () => void, at: OpenAt): void;
      stopLoss(at: OpenAt): number;
      profitTarget(at: OpenAt): number;
    },
    bars: object,
  ): unknown[];
  DataFrame: new (bars: readonly PeerBar[]) => object;
  version: string;
}

function peerOf(): Peer {
  const load = createRequire(resolve(FOLDER, 'package.json'));
  try {
    const { backtest } = load('grademark') as Pick<Peer, 'backtest'>;
    const { DataFrame } = load('data-forge') as Pick<Peer, 'DataFrame'>;
    const { version } = load('grademark/package.json') as Pick<Peer, 'version'>;
    return { backtest, DataFrame, version };
  } catch (error) {
    throw new Error(MISSING, { cause: error });
  }
}

const [FACTOR, MEAN, LOOK, LEAST] = [2, 20, 12, 0.15];

/** Of so many values up to each position, their sum. */
function sumOfLast(values: Float64Array, count: number): (at: number) => number {
  const sums = new Float64Array(values.length + 1);
  for (const [at, each] of values.entries()) sums[at + 1] = (sums[at] ?? 0) + each;
  return (at) => (sums[at + 1] ?? 0) - (sums[Math.max(0, at + 1 - count)] ?? 0);
}

/** PB-8 over whole columns: what each bar says, in plain sums. */
function signalsOf({ volume, takerBought, close }: SignalBars): Int8Array {
  const before = sumOfLast(volume, MEAN);
  const outstanding = volume.map((its, at) => (at >= MEAN && its >= (FACTOR * before(at - 1)) / MEAN ? its : 0));
  const all = sumOfLast(outstanding, LOOK);
  const bought = outstanding.map((its, at) => (its > 0 ? 2 * (takerBought[at] ?? 0) - its : 0));
  const net = sumOfLast(bought, LOOK);
  const worth = sumOfLast(
    outstanding.map((its, at) => its * (close[at] ?? 0)),
    LOOK,
  );
  return Int8Array.from(close, (price, at) => {
    const flow = all(at) > 0 ? net(at) / all(at) : 0;
    if (flow >= LEAST && price >= worth(at) / all(at)) return 1;
    return flow <= -LEAST ? -1 : 0;
  });
}

const [TARGET, STOP, DEALS_A_DAY] = [0.01, 0.02, 5];

/** The same rules as those of `smartMoney`, without fees, which it has none of; answers how many deals. */
function runPeer({ backtest, DataFrame }: Peer, bars: readonly PeerBar[]): number {
  let [day, deals] = [0, 0];
  const trades = backtest(
    {
      entryRule(enter, { bar: { time, signal } }) {
        if (signal !== 1) return;
        const today = Math.floor(time.getTime() / DAY);
        if (today !== day) [day, deals] = [today, 0];
        if (deals >= DEALS_A_DAY) return;
        deals += 1;
        enter({ direction: 'long' });
      },
      exitRule(exit, { bar: { signal } }) {
        if (signal === -1) exit();
      },
      stopLoss: ({ entryPrice }) => entryPrice * STOP,
      profitTarget: ({ entryPrice }) => entryPrice * TARGET,
    },
    new DataFrame(bars),
  );
  return trades.length;
}

function peerBars({ times, open, high, low, close, volume }: Bars, signals: Int8Array): PeerBar[] {
  return Array.from(times, (time, at) => ({
    time: new Date(time),
    open: open[at] ?? 0,
    high: high[at] ?? 0,
    low: low[at] ?? 0,
    close: close[at] ?? 0,
    volume: volume[at] ?? 0,
    signal: signals[at] ?? 0,
  }));
}

/** A year of minutes with a decision at each one’s close, here and with a peer from the registry, in bars a second of CPU. */
export async function backtestPeerRow(): Promise<Row> {
  const peer = peerOf();
  const prices = year();
  const flow = flowOf(prices);
  const bars = { ...prices, signals: flow };
  const open = bars.open[0] ?? 0;
  const settings = smartMoney(gridOfFifty(open), open);
  const { fills } = replayRun(bars, 'drawn', settings);
  const work = (): number => runPeer(peer, peerBars(prices, signalsOf(flow)));
  const deals = work();
  const { baselines, products } = await inTurn(ROUNDS, {
    baseline: () => cpu(work),
    product: () => cpu(() => replayRun(bars, 'drawn', settings)),
  });
  const speed = (seconds: number): string => Math.round(prices.times.length / seconds).toLocaleString('en-US');
  const [ours, theirs] = [median(products), median(baselines)];
  return {
    name: `X-7 smart money of each of a year of minutes, ${fills.length / 2} deals; grademark ${peer.version}, ${deals} deals, CPU`,
    found: `${summary(products, 's')}, ${speed(ours)} bars/s; the peer ${summary(baselines, 's')}, ${speed(theirs)} bars/s`,
    goal: `at least 1/${MOST_RATIO} of the peer, which has no fees, steps, orders, limits of volume or exact sums`,
    met: ours <= theirs * MOST_RATIO,
  };
}
