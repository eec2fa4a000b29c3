import type { ReactNode } from 'react';
import type { OwnPath } from '#contracts/rules/page-paths.ts';
import { BacktestsSkeleton } from '../../features/backtests/backtests-screen.tsx';
import { BotsSkeleton } from '../../features/bots/bots-screen.tsx';
import { DevelopersSkeleton } from '../../features/developers/developers-screen.tsx';
import { HooksSkeleton } from '../../features/hooks/hooks-screen.tsx';
import { WorthSkeleton } from '../../features/keys/overview/worth-card.tsx';
import { KeysSkeleton } from '../../features/keys/keys-screen.tsx';
import { WebhooksSkeleton } from '../../features/webhooks/webhooks-screen.tsx';
import { ABOUT, HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { MarketsSkeleton } from './markets/markets-skeleton.tsx';
import overview from './overview/overview-page.module.css';

/**
 * What the build draws of a signed-in page, the same for every person: its texts are read while its code loads. The
 * page shows the same until its data is there, so that nothing moves. By path; of other pages their heading is drawn.
 */
export const OWN_SKELETONS: Partial<Record<OwnPath, ReactNode>> = {
  '/markets/spot/list': (
    <Page title="Markets" headingHidden width="wide">
      <MarketsSkeleton />
    </Page>
  ),
  '/overview': (
    <Page title={HEADINGS['/overview']} width="wide">
      <div className={overview.page} inert>
        <WorthSkeleton />
      </div>
    </Page>
  ),
  '/api': (
    <Page title={HEADINGS['/api']}>
      <KeysSkeleton />
    </Page>
  ),
  '/bots': (
    <Page title={HEADINGS['/bots']}>
      <BotsSkeleton />
    </Page>
  ),
  '/backtests': (
    <Page title={HEADINGS['/backtests']} width="wide">
      <BacktestsSkeleton />
    </Page>
  ),
  '/signals': (
    <Page title={HEADINGS['/signals']} about={ABOUT['/signals']}>
      <HooksSkeleton />
      <WebhooksSkeleton />
    </Page>
  ),
  '/developers': (
    <Page title={HEADINGS['/developers']}>
      <DevelopersSkeleton />
    </Page>
  ),
};
