import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TradingNotice } from '../../features/accounts/account/trading/trading-notice.tsx';
import { tradingQuery } from '../../features/accounts/account/trading/trading.queries.ts';
import { unseenAlerts } from '../../features/alerts/unseen.queries.ts';
import { infoOf, marketInfo, marketPairs, pairBalances } from '../../features/markets/markets.queries.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { DEFAULT_VIEW, isPairName, readView, type View } from '#contracts/rules/view.ts';
import { unknownMarket, viewPath } from '../../features/markets/view-path.ts';
import { firstOrder, orderRows } from '../../features/orders/orders.queries.ts';
import { pageSizeHere, sizeParam } from '../../features/orders/rows/page-size.ts';
import { readSorting, rowsParams, sortedPath } from '../../features/orders/rows/sorting.ts';
import { activeGroup, allKeys } from '../../features/keys/keys.queries.ts';
import { CallError } from '../../lib/call.ts';
import { marketName } from '#contracts/rules/market-name.ts';
import { useRootMark } from '../../lib/root-mark.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { Page } from '../page.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { useDesk } from './markets/desk/use-desk.ts';
import { MarketsSkeleton } from './markets/markets-skeleton.tsx';
import { Trade } from './markets/trade.tsx';

const LIST = '/markets/spot/list';

/** Why this address has no market; null while unknown. */
function faultOf({ symbolName }: View, error: unknown): string | null {
  if (!isPairName(symbolName)) return `There is no coin pair ${symbolName.slice(0, 41)}.`;
  return error instanceof CallError && error.status < 500 && error.status !== 401 ? error.sentence : null;
}

/** Market data of the address, or its error; an unknown pair redirects to the default one. */
function useMarket(view: View) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({
    ...marketInfo(view),
    enabled: isPairName(view.symbolName),
    placeholderData: (before) => infoOf(before, client.getQueryData(marketPairs(view.market).queryKey), view),
  });
  const elsewhere = view.symbolName !== DEFAULT_VIEW.symbolName || view.market !== DEFAULT_VIEW.market;
  const gone = elsewhere ? faultOf(view, error) : null;
  const fault = data || gone !== null ? null : error;
  useErrorToast(fault);
  useEffect(() => {
    if (gone === null) return;
    toast.error(gone, { id: 'markets' });
    void navigate(LIST, { replace: true });
  }, [gone, navigate]);
  return { info: useDeferredData(data), fault, isLeaving: gone !== null, refetch, isFetching };
}

/** An unknown market redirects to the same pair on a known one. */
function useKnownMarket(search: URLSearchParams): void {
  const navigate = useNavigate();
  const unknown = unknownMarket(search);
  const view = readView(search);
  const path = viewPath(view);
  useEffect(() => {
    if (unknown === null) return;
    toast.error(`There is no market “${isolated(unknown)}” here. This is ${marketName(view.market)}.`, {
      id: 'markets',
    });
    void navigate(path, { replace: true });
  }, [unknown, view.market, path, navigate]);
}

/** The page does not wait for what is read of the active key. */
async function readActiveKey(client: QueryClient, view: View): Promise<void> {
  const key = activeGroup(await client.ensureQueryData(allKeys), view.market)?.mainKey;
  if (!key) return;
  void client.prefetchQuery(pairBalances(view));
  void client.prefetchQuery(firstOrder(view.market, key.uid));
}

export const firstQueries: FirstQueries = (client, search) => {
  const view = readView(search);
  const { section, ...pair } = view;
  const first = [
    client.ensureQueryData(marketInfo(view)),
    readActiveKey(client, view),
    client.ensureQueryData(tradingQuery),
    client.ensureQueryData(unseenAlerts(view.market)),
  ];
  if (section === 'alerts' || section === 'history') return first;
  const rows = orderRows({ ...pair, section, ...rowsParams(readSorting(search), 0), ...sizeParam(pageSizeHere()) });
  return [...first, client.ensureQueryData(rows)];
};

export function MarketsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(search);
  useKnownMarket(search);
  const { info, fault, isLeaving, refetch, isFetching } = useMarket(view);
  const isDesk = useDesk() !== null;
  // While the panes are loading too, so that nothing above them moves when they come.
  useRootMark('desk', isDesk && !fault);
  const change = (next: Partial<View>) => {
    const path = viewPath({ ...view, ...next });
    void navigate(sortedPath(path, search), { replace: path === viewPath(view) });
  };
  const shown = { ...view, symbolName: info?.symbol.name ?? view.symbolName };
  return (
    <Page
      title={info ? `${pairLabel(info.symbol.name)} · Markets` : 'Markets'}
      heading="Markets"
      headingHidden
      width="wide"
    >
      <TradingNotice />
      {info ? <Trade view={shown} info={info} onChange={change} /> : null}
      {fault ? <ErrorState error={fault} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {info || fault || isLeaving ? null : <MarketsSkeleton />}
    </Page>
  );
}
