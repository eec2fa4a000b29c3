import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy } from 'react';
import { DEFAULT_VIEW } from '#contracts/rules/view.ts';
import { botList } from '../../features/bots/bots.queries.ts';
import type { HookKey } from '../../features/hooks/hook-fields.tsx';
import { hookList } from '../../features/hooks/hooks.queries.ts';
import { HooksScreen } from '../../features/hooks/hooks-screen.tsx';
import { WebhooksScreen } from '../../features/webhooks/webhooks-screen.tsx';
import { webhookList } from '../../features/webhooks/webhooks.queries.ts';
import { allKeys, type Keys, marketsOf } from '../../features/keys/keys.queries.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { useLivePage } from '../../live/live-provider.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { ABOUT, HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { useOfflineSince } from './use-offline-since.ts';

const PairField = lazy(async () => ({ default: (await import('./bots/pair-field.tsx')).PairField }));
const EventsDialog = lazy(async () => ({
  default: (await import('../../features/orders/rows/events/events-dialog.tsx')).EventsDialog,
}));

/** Only tells: what a block asks its owner is asked in its row. */
const BlockHistory = (props: Pick<ComponentProps<typeof EventsDialog>, 'blockId' | 'onClose'>) => (
  <EventsDialog {...props} orders={[]} offline={false} />
);

export const firstQueries: FirstQueries = (client) => [
  client.ensureQueryData(hookList),
  client.ensureQueryData(allKeys),
  client.ensureQueryData(webhookList),
];

const { market, symbolName, counterEarning } = DEFAULT_VIEW;

const mainKeysOf = (keys: Keys): HookKey[] =>
  marketsOf(keys).flatMap(({ activeUid, groups, market: of }) =>
    groups.map(({ mainKey: { uid, name }, copyKeys }) => ({
      uid,
      name,
      market: of,
      isActive: uid === activeUid,
      copies: copyKeys.length,
    })),
  );

export function SignalsPage() {
  const keysRead = useQuery(allKeys);
  const { data: keys } = keysRead;
  const { data: bots = [] } = useQuery(botList);
  const offline = useOfflineSince() !== null;
  useLivePage({ market, symbolName, counterEarning });
  return (
    <Page title={HEADINGS['/signals']} about={ABOUT['/signals']} actions={<LiveChip />}>
      <HooksScreen
        keys={keys && mainKeysOf(keys)}
        keysRead={keysRead}
        bots={bots}
        PairField={PairField}
        BlockHistory={BlockHistory}
        offline={offline}
      />
      <WebhooksScreen offline={offline} />
    </Page>
  );
}
