import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { alertList } from '../../../../features/alerts/alerts.queries.ts';
import { moveAlert } from '../../../../features/alerts/move-alert.ts';
import type { ChartLine } from '../../../../features/chart/chart-line.ts';
import { livePrice, marketInfo } from '../../../../features/markets/markets.queries.ts';
import { changeEntryOf } from '../../../../features/orders/change-entry.ts';
import { changeTargetsOf, desiredTarget } from '../../../../features/orders/targets.ts';
import { orderRows, type Rows } from '../../../../features/orders/orders.queries.ts';
import { pageSizeHere, sizeParam } from '../../../../features/orders/rows/page-size.ts';
import { isLevelAlert } from '#contracts/alerts.ts';
import { alertLine } from './alert-lines.ts';
import { useDraftLines } from '../../../../features/orders/form/draft-lines.ts';
import { draftLine } from './draft-lines.ts';
import { blockLines, type LineMoves } from './block-lines.ts';

const SHOWN = [
  { section: 'buy', counterEarning: true },
  { section: 'sell', counterEarning: true },
  { section: 'buy', counterEarning: false },
  { section: 'sell', counterEarning: false },
] as const;

const joined = (lists: { data: Rows | undefined }[]): Rows[] => lists.flatMap(({ data }) => data ?? []);

/** Lines of the newest open blocks and alerts of a pair, with a note if there are more. */
export function useChartLines(
  market: Market,
  { name, counterStepSize }: Pair,
): { lines: ChartLine[]; note: string | null } {
  const client = useQueryClient();
  const rows = useQueries({
    queries: SHOWN.map((of) => orderRows({ ...of, market, symbolName: name, page: 0, ...sizeParam(pageSizeHere()) })),
    combine: joined,
  });
  const { data: alerts } = useInfiniteQuery(alertList({ market, favorite: false, search: name }));
  const typed = useDraftLines();
  return useMemo(() => {
    const pair = { market, symbolName: name };
    const moves: LineMoves = {
      marketPrice: () =>
        client.getQueryData(livePrice(pair).queryKey)?.price ??
        client.getQueryData(marketInfo(pair).queryKey)?.symbolPrice ??
        null,
      moveEntry: (block, price) => changeEntryOf(client, block, { price }),
      moveTarget: (block, { target, price }) => changeTargetsOf(client, block, desiredTarget(target, price)),
      movePlanned: async (block, of) =>
        (await import('../../../../features/orders/rows/plan/move-planned.ts')).movePlanned(client, block, of),
    };
    const blocks = rows.flatMap((list) => list.blocks.flatMap(([main]) => main ?? []));
    const own = (alerts?.pages ?? []).flatMap(({ content }) => content).filter(({ symbol }) => symbol === name);
    const form = typed.filter((line) => line.form === `${market} ${name}`);
    const lines = [
      ...form.map((line) => draftLine(line, counterStepSize)),
      ...blocks.flatMap((block) => blockLines(block, moves)),
      ...own
        .filter(({ active }) => active)
        .filter(isLevelAlert)
        .map((alert) =>
          alertLine(alert, { tick: counterStepSize, move: (moved, price) => moveAlert(client, moved, price) }),
        ),
    ];
    const more = rows.some(({ lastPage }) => lastPage > 0) || (alerts?.pages[0]?.lastPageNumber ?? 0) > 0;
    return { lines, note: more ? 'Only the newest blocks and alerts are shown; the lists have all of them.' : null };
  }, [client, market, name, counterStepSize, rows, alerts, typed]);
}
