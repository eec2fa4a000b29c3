import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DEFAULT_VIEW } from '#contracts/rules/view.ts';
import { botList } from '../../features/bots/bots.queries.ts';
import { BotsScreen } from '../../features/bots/bots-screen.tsx';
import type { MainKey } from '../../features/bots/main-key.ts';
import { allKeys, type Keys, marketsOf } from '../../features/keys/keys.queries.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { useLivePage } from '../../live/live-provider.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Past } from './bots/past.tsx';
import { useOfflineSince } from './use-offline-since.ts';

export const firstQueries: FirstQueries = (client) => [
  client.ensureQueryData(botList),
  client.ensureQueryData(allKeys),
];

const PairField = lazy(async () => ({ default: (await import('./bots/pair-field.tsx')).PairField }));

const { market, symbolName, counterEarning } = DEFAULT_VIEW;

const mainKeysOf = (keys: Keys): MainKey[] =>
  marketsOf(keys).flatMap(({ activeUid, groups, ...of }) =>
    groups.map(({ mainKey: { uid, name }, copyKeys }) => ({
      uid,
      name,
      market: of.market,
      isActive: uid === activeUid,
      copies: copyKeys.length,
    })),
  );

const actions = (
  <>
    <ButtonLink to="/backtests" variant="quiet" small>
      Backtests
    </ButtonLink>
    <LiveChip />
  </>
);

/** `?bot=<id>` opens the detail of one, `?shared=<token>` what a link shares. */
export function BotsPage() {
  const [search, setSearch] = useSearchParams();
  const keysRead = useQuery(allKeys);
  const { data: keys } = keysRead;
  const offline = useOfflineSince() !== null;
  useLivePage({ market, symbolName, counterEarning });
  return (
    <Page title={HEADINGS['/bots']} actions={actions}>
      <BotsScreen
        keys={keys && mainKeysOf(keys)}
        keysRead={keysRead}
        PairField={PairField}
        Past={Past}
        offline={offline}
        shownId={search.get('bot')}
        sharedToken={search.get('shared')}
        onShow={(botId) => setSearch(botId === null ? {} : { bot: botId })}
      />
    </Page>
  );
}
