import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/states.tsx';
import { HeartHandshake } from 'lucide-react';
import { Page } from '../page.tsx';
import styles from './donate-page.module.css';

const POPULAR = ['BTC', 'XRP', 'Doge', 'ETH', 'BNB', 'USDT'];

export const DonatePage = () => (
  <Page title="Support us" width="text">
    <Card>
      <Empty icon={HeartHandshake} title="Nothing can be sent yet">
        The operator of this site has published no donation address. Send nothing to an address that you found elsewhere
        under our name.
      </Empty>
    </Card>
    <Card title="Popular coins">
      <ul className={styles.coins}>
        {POPULAR.map((coin) => (
          <li key={coin}>{coin}</li>
        ))}
      </ul>
    </Card>
  </Page>
);
