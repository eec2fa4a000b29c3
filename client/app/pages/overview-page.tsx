import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DEFAULT_VIEW } from '#contracts/rules/view.ts';
import { NearAlerts } from '../../features/alerts/near/near-alerts.tsx';
import { botList } from '../../features/bots/bots.queries.ts';
import { allKeys } from '../../features/keys/keys.queries.ts';
import { WorthCard } from '../../features/keys/overview/worth-card.tsx';
import { worthOver } from '../../features/keys/overview/worth.queries.ts';
import { openPositions } from '../../features/orders/overview/overview.queries.ts';
import { Today } from '../../features/orders/overview/today.tsx';
import { MINUTE_MS } from '../../lib/durations.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LiveChip } from '../../live/live-chip.tsx';
import { useLivePage } from '../../live/live-provider.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { MARKETS } from '../shell/links.ts';
import { BlocksSection } from './overview/blocks-section.tsx';
import styles from './overview/overview-page.module.css';
import { useOfflineSince } from './use-offline-since.ts';

export const firstQueries: FirstQueries = (client) => [
  client.ensureQueryData(worthOver('1d')),
  client.ensureQueryData(openPositions),
  client.ensureQueryData(allKeys),
  client.ensureQueryData(botList),
];

const BotsCard = lazy(async () => ({ default: (await import('../../features/bots/overview/bots-card.tsx')).BotsCard }));
const HooksCard = lazy(async () => ({
  default: (await import('../../features/hooks/overview/hooks-card.tsx')).HooksCard,
}));

const comes = (title: string) => (
  <Card title={title}>
    <Skeleton lines={2} height="44px" label={`Loading: ${title}`} />
  </Card>
);

/** '2026-11-25', by this clock. */
const isoDay = (at: number): string => new Date(at).toLocaleDateString('sv-SE');

const { market, symbolName, counterEarning } = DEFAULT_VIEW;

/** What a person has, what needs them, and what happened today; `?blocks=unprotected` filters the blocks. */
export function OverviewPage() {
  const [search, setSearch] = useSearchParams();
  const offline = useOfflineSince() !== null;
  const today = isoDay(useNow(MINUTE_MS));
  useLivePage({ market, symbolName, counterEarning });
  return (
    <Page title={HEADINGS['/overview']} width="wide" actions={<LiveChip />}>
      <div className={styles.page}>
        <WorthCard offline={offline} />
        <div className={styles.main}>
          <BlocksSection
            market={market}
            offline={offline}
            marketsPath={MARKETS.to}
            shown={search.get('blocks') === 'unprotected' ? 'unprotected' : 'all'}
            onShow={(shown) => setSearch(shown === 'all' ? {} : { blocks: shown }, { replace: true })}
          />
        </div>
        <div className={styles.side}>
          <Today offline={offline} path={`/history?day=${today}`} />
          <NearAlerts offline={offline} />
          <Suspense fallback={comes('Bots')}>
            <BotsCard offline={offline} />
          </Suspense>
          <Suspense fallback={comes('Signals')}>
            <HooksCard offline={offline} />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}
