import { queryOptions, skipToken } from '@tanstack/react-query';
import {
  type Backtest,
  type BacktestDetail,
  getBacktest,
  listBacktests,
  listDataFiles,
  previewBacktest,
  type PreviewRequest,
} from '#contracts/backtests.ts';
import { call } from '../../lib/call.ts';

export const backtestsKey = ['backtests'] as const;

/** Where the live channel does not say how far they have come, and seldom where it does: a message may be lost. */
const ASK_EVERY_MS = 1000;
const ASK_SELDOM_MS = 15_000;

export const isUnderWay = ({ state }: Pick<Backtest, 'state'>): boolean => state === 'queued' || state === 'running';

const askEvery = (isUnderway: boolean, isLive: boolean): number | false =>
  isUnderway && (isLive ? ASK_SELDOM_MS : ASK_EVERY_MS);

/** Asked again while one of them is under way and the page is seen. */
export const backtestList = (isLive: boolean) =>
  queryOptions({
    queryKey: [...backtestsKey, 'list'],
    queryFn: async ({ signal }): Promise<Backtest[]> => (await call(listBacktests, { signal })).content,
    refetchInterval: ({ state: { data } }) => askEvery(data?.some(isUnderWay) ?? false, isLive),
  });

export const backtestDetail = (backtestId: string, isLive: boolean) =>
  queryOptions({
    queryKey: [...backtestsKey, 'detail', backtestId],
    queryFn: ({ signal }): Promise<BacktestDetail> => call(getBacktest, { params: { backtestId }, signal }),
    refetchInterval: ({ state: { data } }) => askEvery(data !== undefined && isUnderWay(data), isLive),
  });

export const dataFiles = queryOptions({
  queryKey: [...backtestsKey, 'files'],
  queryFn: async ({ signal }) => (await call(listDataFiles, { signal })).content,
});

/** apart from the runs, since nothing of it is kept. */
export const recentPast = (bot: PreviewRequest['bot'] | null) =>
  queryOptions({
    queryKey: ['recent-past', bot],
    queryFn: bot ? ({ signal }) => call(previewBacktest, { json: { bot }, signal }) : skipToken,
    gcTime: 60_000,
    retry: false,
  });
