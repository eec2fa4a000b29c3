import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Backtest } from '#contracts/backtests.ts';
import { patchBacktest } from './backtests.live.ts';
import { backtestDetail, backtestList } from './backtests.queries.ts';

const run = (backtestId: string) => ({ backtestId, state: 'queued', progress: 0 }) as Backtest;
const list = backtestList(true).queryKey;
const detail = backtestDetail('a', true).queryKey;

function pageWith(...runs: Backtest[]) {
  const client = new QueryClient();
  client.setQueryData(list, runs);
  client.setQueryData(detail, { ...run('a'), report: null, search: null });
  const isOld = () => [list, detail].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  return { client, isOld };
}

describe('X-7 progress over the live channel', () => {
  it('X-7: moves the row and the open run, and nothing is asked', () => {
    const { client, isOld } = pageWith(run('a'), run('b'));
    patchBacktest(client, { backtestId: 'a', state: 'running', progress: 0.4 });
    expect(client.getQueryData(list)).toMatchObject([{ state: 'running', progress: 0.4 }, { state: 'queued' }]);
    expect(client.getQueryData(detail)).toMatchObject({ state: 'running', progress: 0.4 });
    expect(isOld()).toEqual([false, false]);
  });

  it('X-7: one that has ended, or that another page has begun, is read', () => {
    const ended = pageWith(run('a'));
    patchBacktest(ended.client, { backtestId: 'a', state: 'done', progress: 1 });
    expect(ended.isOld()).toEqual([true, true]);
    const begun = pageWith(run('b'));
    patchBacktest(begun.client, { backtestId: 'c', state: 'running', progress: 0.1 });
    expect(begun.isOld()).toEqual([true, true]);
  });

  it.each([
    [true, 15_000],
    [false, 1000],
  ])('X-7: with the channel there (%s) it is asked again every %i ms while one is under way', (isLive, every) => {
    const { refetchInterval } = backtestList(isLive);
    if (typeof refetchInterval !== 'function') throw new Error('It has to go by what is under way.');
    const of = (runs: Backtest[]) => refetchInterval({ state: { data: runs } } as never);
    expect(of([run('a')])).toBe(every);
    expect(of([{ ...run('a'), state: 'done' }])).toBe(false);
  });
});
