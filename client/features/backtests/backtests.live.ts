import type { QueryClient } from '@tanstack/react-query';
import type { BacktestProgress } from '#contracts/backtest-progress.ts';
import { backtestDetail, backtestList, backtestsKey, isUnderWay } from './backtests.queries.ts';

/** What a run has come to since; where it has ended, or is not known here, its row and its report are read. */
export function patchBacktest(client: QueryClient, { backtestId, state, progress }: BacktestProgress): void {
  const [list, detail] = [backtestList(true).queryKey, backtestDetail(backtestId, true).queryKey];
  const isKnown = client.getQueryData(list)?.some((run) => run.backtestId === backtestId) ?? false;
  if (!isKnown || !isUnderWay({ state })) return invalidateBacktests(client);
  client.setQueryData(list, (runs) =>
    runs?.map((run) => (run.backtestId === backtestId ? { ...run, state, progress } : run)),
  );
  client.setQueryData(detail, (run) => run && { ...run, state, progress });
}

export const invalidateBacktests = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: backtestsKey });
