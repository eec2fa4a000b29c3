import { KeyRound } from 'lucide-react';
import type { Key } from '#contracts/keys.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import styles from './keys.module.css';

interface Props {
  apiKey: Key;
  active: boolean;
}

const marketName = (market: string) => market.charAt(0).toUpperCase() + market.slice(1);

export const KeyCard = ({ apiKey, active }: Props) => (
  <article className={styles.card} aria-label={apiKey.name}>
    <header className={styles.cardTop}>
      <Icon of={KeyRound} size={22} />
      <h3>{apiKey.name}</h3>
      <span className={styles.chips}>
        {active ? <Chip kind="live">Active</Chip> : null}
        {apiKey.paper ? <Chip kind="paper">Paper</Chip> : null}
      </span>
    </header>
    <dl className={styles.facts}>
      <div>
        <dt>API key</dt>
        <dd className={styles.code}>{apiKey.key}</dd>
      </div>
      <div>
        <dt>Market</dt>
        <dd>{marketName(apiKey.market)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd>
          {apiKey.usdtBalance === null ? (
            'Not known now'
          ) : (
            <Amount value={apiKey.usdtBalance} decimals={2} unit={apiKey.currency} copyable />
          )}
          {apiKey.balanceAt === null ? null : (
            <span className={styles.muted}>
              {' '}
              <Time at={apiKey.balanceAt} />
            </span>
          )}
        </dd>
      </div>
    </dl>
  </article>
);
