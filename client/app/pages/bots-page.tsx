import { BotsScreen } from '../../features/bots/bots-screen.tsx';
import { Chip } from '../../ui/chip.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';

export const BotsPage = () => (
  <Page title={HEADINGS['/bots']} actions={<Chip kind="paper">Demo</Chip>}>
    <BotsScreen />
  </Page>
);
