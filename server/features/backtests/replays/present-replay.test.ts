import { Big } from 'big.js';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BacktestReport, startBacktest } from '#contracts/backtests.ts';
import { GRID } from '../../../../tests/factories/bot-settings.ts';
import { exchangePair, pastBars } from '../../../../tests/factories/past-bars.ts';
import { byKind, jobOf } from '../runs/prepare-run.ts';
import { runJob } from '../worker/run-job.ts';
import { presentReplay } from './present-replay.ts';

const bot = { type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings: GRID };
const request = z.decode(startBacktest.json, z.parse(z.any(), { bot, from: 0, to: 180_000, interval: '1m' }));

const REAL = {
  trades: 'levels',
  rounds: 0,
  moved: new Map<number, Big>(),
  refused: new Set<number>(),
  byHand: new Set<number>(),
  wasPaused: false,
} as const;

function replayed() {
  const bars = pastBars(['0.5230 0.5230 0.5230 0.5230', '0.5230 0.5600 0.4800 0.5240', '0.5240 0.5240 0.5240 0.5240']);
  const job = byKind(request, {
    pair: (of) => jobOf({ request: of, pair: exchangePair, fee: new Big('0.001'), bars, source: 'binance' }),
    basket: () => null,
  });
  if (!job) throw new Error('It is no basket.');
  return { job, result: runJob(job, () => {}) };
}

it('X-12, X-6: a replay says that its bars are too coarse, and not to choose others, which cannot be done', () => {
  const { job, result } = replayed();
  const report = z.decode(BacktestReport, z.parse(z.any(), JSON.parse(result.report)));
  expect(report.tooCoarse).toBe('Too coarse for these settings. Use trade data.');
  expect(presentReplay({ job, result, real: REAL }).tooCoarse).toBe(
    'Too coarse for these settings: inside bars of 1m, the order of prices decides the result.',
  );
});

it('X-12: what the start and the stop of levels slipped by is told apart from what deals slipped by', () => {
  const { job, result } = replayed();
  const told = (part: number, trades: 'levels' | 'deals') => {
    const moved = new Map([[part, new Big(50)]]);
    const real = { ...REAL, trades, moved };
    return presentReplay({ job, result: { ...result, moved: [{ part, worth: '60' }] }, real }).why;
  };
  expect(told(0, 'levels')).toMatchObject([{ text: 'Slippage of what was traded at its start and stop' }]);
  expect(told(1, 'deals')).toMatchObject([{ kind: 'slippage', text: 'Slippage of what both traded' }]);
});
