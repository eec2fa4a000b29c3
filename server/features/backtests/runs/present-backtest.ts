import type { Backtest } from '#contracts/backtests.ts';
import type { Markets } from '../../markets/index.ts';
import type { BacktestRow } from './backtests.store.ts';
import { decodeRequest } from './prepare-run.ts';

export const presentBacktest = (row: BacktestRow, { pairName }: Pick<Markets, 'pairName'>): Backtest => ({
  backtestId: row.id,
  state: row.state,
  progress: row.progress,
  error: row.error,
  market: row.market,
  symbolName: pairName(row.market, row.symbol) ?? row.symbol.toLowerCase(),
  createdAt: row.createdAt,
  return: row.gained,
  request: decodeRequest(row.request),
});
