import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { allKeys, marketsOf } from '../../features/keys/keys.queries.ts';
import { ownTags } from '../../features/orders/history-page/deals.queries.ts';
import { HistoryScreen } from '../../features/orders/history-page/history-screen.tsx';
import { LiveChip } from '../../live/live-chip.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { ABOUT, HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { useOfflineSince } from './use-offline-since.ts';

export const firstQueries: FirstQueries = (client) => [
  client.ensureQueryData(allKeys),
  client.ensureQueryData(ownTags),
];

/** `?month=2026-11&day=2026-11-25&tag=…&uid=…`: what is chosen stands in the address. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(allKeys);
  const keys = marketsOf(data)
    .flatMap(({ groups }) => groups)
    .flatMap(({ mainKey, copyKeys }) => [mainKey].concat(copyKeys))
    .map(({ uid, name }) => ({ uid, name }));
  return (
    <Page title={HEADINGS['/history']} about={ABOUT['/history']} width="wide" actions={<LiveChip />}>
      <HistoryScreen
        search={search}
        onSearch={(next) => setSearch(next, { replace: true })}
        keys={keys}
        offline={useOfflineSince() !== null}
      />
    </Page>
  );
}
