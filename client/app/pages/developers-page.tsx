import { DevelopersScreen } from '../../features/developers/developers-screen.tsx';
import { useExchangeMode } from '../../lib/site.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { useOfflineSince } from './use-offline-since.ts';

export function DevelopersPage() {
  const isPaper = useExchangeMode() === 'paper';
  const offline = useOfflineSince() !== null;
  return (
    <Page title={HEADINGS['/developers']} actions={<LiveChip />}>
      <DevelopersScreen isPaper={isPaper} offline={offline} />
    </Page>
  );
}
