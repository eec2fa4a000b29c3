import { BotsScreen } from '../../features/bots/bots-screen.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Page } from '../page.tsx';

export const BotsPage = () => (
  <Page title="Bots" actions={<Chip kind="paper">Demo</Chip>}>
    <BotsScreen />
  </Page>
);
