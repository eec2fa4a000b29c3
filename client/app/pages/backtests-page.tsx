import { useSearchParams } from 'react-router-dom';
import { BacktestsScreen } from '../../features/backtests/backtests-screen.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { useOfflineSince } from './use-offline-since.ts';

const toBots = (
  <ButtonLink to="/bots" variant="quiet" small>
    Bots
  </ButtonLink>
);

/** `?run=<id>` opens the report of one. */
export function BacktestsPage() {
  const [search, setSearch] = useSearchParams();
  return (
    <Page title={HEADINGS['/backtests']} width="wide" actions={toBots}>
      <BacktestsScreen
        shownId={search.get('run')}
        onShow={(backtestId) => setSearch(backtestId === null ? {} : { run: backtestId })}
        offline={useOfflineSince() !== null}
      />
    </Page>
  );
}
