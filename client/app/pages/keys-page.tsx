import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { userQuery } from '../../features/accounts/session.ts';
import { allKeys } from '../../features/keys/keys.queries.ts';
import { KeysScreen } from '../../features/keys/keys-screen.tsx';
import { siteQuery } from '../../lib/site.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { FIRST_ORDER } from './first-order.ts';
import { useOfflineSince } from './use-offline-since.ts';

export const firstQueries: FirstQueries = (client) => [client.ensureQueryData(allKeys)];

export function KeysPage() {
  const { data: user } = useQuery(userQuery);
  const { data: site } = useQuery(siteQuery);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const offlineSince = useOfflineSince();
  return (
    <Page title={HEADINGS['/api']} actions={<LiveChip />}>
      <KeysScreen
        username={user?.username ?? ''}
        paper={site?.exchangeMode === 'paper'}
        adding={search.has('add')}
        managed={search.get('key')}
        offlineSince={offlineSince}
        onPaperKey={() => void navigate(FIRST_ORDER)}
      />
    </Page>
  );
}
