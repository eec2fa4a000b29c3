import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { activeKeyRow } from './active-key.bench.ts';
import { alertRows } from './alerts.bench.ts';
import { atRestRow } from './at-rest.bench.ts';
import { backtestPeerRow } from './backtest-peer.bench.ts';
import { backtestRows } from './backtest.bench.ts';
import { byteRows, firstViewRow } from './bytes.ts';
import { copyRows } from './copies.bench.ts';
import { crowdOrderRow } from './crowd-orders.bench.ts';
import { gridRunRows } from './grid-runs/grid-runs.bench.ts';
import { growthRows } from './growth.bench.ts';
import { keepRows, keptRows } from './kept.ts';
import { killedRow } from './killed.bench.ts';
import { keyRows } from './keys.bench.ts';
import { liveRows } from './live/live.bench.ts';
import { masterKeyRow } from './master-key.bench.ts';
import { print, type Row } from './measure.ts';
import { minuteTurnRow } from './minute-turn.bench.ts';
import { mixedAlertRows } from './mixed-alerts.bench.ts';
import { orderRow } from './order.bench.ts';
import { paperRow } from './paper.bench.ts';
import { profiles } from './profile/workloads.ts';
import { pushRow } from './push.bench.ts';
import { sameTimeRows } from './same-time.bench.ts';
import { readRows } from './reads.bench.ts';
import { signInRows } from './sign-in.bench.ts';
import { signUpRushRows } from './sign-up-rush.bench.ts';
import { signalRow } from './signals.bench.ts';
import { startRow } from './start.bench.ts';
import { tickRows } from './ticks.bench.ts';

type Rows = Row | Row[];

/** By the names that `npm run bench -- <name> …` takes; all of them without one. */
const BENCHES: Record<string, () => Rows | Promise<Rows>> = {
  bytes: () => [...byteRows(), firstViewRow()],
  alerts: alertRows,
  'mixed-alerts': mixedAlertRows,
  'minute-turn': minuteTurnRow,
  start: startRow,
  'at-rest': atRestRow,
  killed: killedRow,
  order: orderRow,
  'crowd-orders': crowdOrderRow,
  signals: signalRow,
  copies: copyRows,
  paper: paperRow,
  push: pushRow,
  backtest: backtestRows,
  reads: readRows,
  'sign-in': signInRows,
  'same-time': sameTimeRows,
  'sign-up-rush': signUpRushRows,
  'active-key': activeKeyRow,
  'master-key': masterKeyRow,
  live: liveRows,
  ticks: tickRows,
  growth: growthRows,
  'grid-runs': gridRunRows,
  keys: keyRows,
};

/** Of these the names have to be given: two measure or write down what the others are held against, one needs a peer that is installed apart, profiles say where the time goes. */
const APART: typeof BENCHES = { kept: keptRows, keep: keepRows, 'backtest-peer': backtestPeerRow, ...profiles };
const ALL: typeof BENCHES = { ...BENCHES, ...APART };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in ALL));
if (unknown.length > 0)
  throw new Error(`No bench is named ${unknown.join(', ')}. There are: ${Object.keys(ALL).join(', ')}.`);

/** Printed as soon as they are there: what fails later loses none of them. */
async function run(name: string, bench: () => Rows | Promise<Rows>): Promise<boolean> {
  try {
    const rows = [await bench()].flat();
    print(rows);
    return rows.every(({ met }) => met);
  } catch (error) {
    console.error(`FAILED  ${name}`, error);
    return false;
  }
}

/** In a process of its own: what one bench compiled and left in memory is no part of the next one's figures. */
function runApart(name: string): boolean {
  const file = fileURLToPath(import.meta.url);
  return spawnSync(process.execPath, [...process.execArgv, file, name], { stdio: 'inherit' }).status === 0;
}

const [only = '', ...others] = wanted;
const bench = ALL[only];
const names = wanted.length === 0 ? Object.keys(BENCHES) : wanted;
const isMet = bench && others.length === 0 ? await run(only, bench) : names.map(runApart).every(Boolean);
process.exitCode = isMet ? 0 : 1;
