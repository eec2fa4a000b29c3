import { Bot } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';

export const BotsPage = () => (
  <Page title="Bots">
    <Card title="Active bots">
      <Empty
        icon={Bot}
        title="No bot trades for you"
        action={<ButtonLink to="/markets/spot/list">Open Markets</ButtonLink>}
      >
        Bots will work on the same order blocks that you place by hand. Until then, an entry with targets does one round
        of a bot's work.
      </Empty>
    </Card>
  </Page>
);
