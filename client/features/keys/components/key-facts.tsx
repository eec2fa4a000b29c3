import { Network, UserPlus } from 'lucide-react';
import type { Key } from '#contracts/keys.ts';
import { Amount } from '../../../ui/amount.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { marketName } from '../market-name.ts';
import { KeyText } from './key-text.tsx';
import styles from './keys.module.css';
import type { Ask } from '../key-place.ts';

interface Props {
  apiKey: Key;
  /** Leads a group: its keys can be managed from here. */
  leads: boolean;
  onAsk: (ask: Ask) => void;
}

export const Balance = ({ apiKey: { usdtBalance, currency } }: { apiKey: Key }) =>
  usdtBalance === null ? 'Not known now' : <Amount value={usdtBalance} decimals={2} unit={currency} />;

const Worth = ({ apiKey, onAsk }: Pick<Props, 'apiKey' | 'onAsk'>) => (
  <span className={styles.valued}>
    <button
      type="button"
      className={styles.worth}
      title={`What ${apiKey.name} holds, asset by asset`}
      onClick={() => onAsk('balances')}
    >
      <Balance apiKey={apiKey} />
    </button>
    {apiKey.balanceAt === null ? null : (
      <span className={styles.muted}>
        <Time at={apiKey.balanceAt} />
      </span>
    )}
  </span>
);

export const KeyFacts = ({ apiKey, leads, onAsk }: Props) => (
  <dl className={styles.facts}>
    <div>
      <dt>API key</dt>
      <dd>
        <KeyText apiKey={apiKey} />
      </dd>
    </div>
    <div>
      <dt>Market</dt>
      <dd className={styles.withIcon}>
        {marketName(apiKey.market)}
        {leads ? (
          <IconButton icon={Network} label={`Addiction of ${apiKey.name}`} onClick={() => onAsk('addiction')} />
        ) : null}
      </dd>
    </div>
    <div>
      <dt>Balance</dt>
      <dd className={styles.withIcon}>
        <Worth apiKey={apiKey} onAsk={onAsk} />
        {leads ? (
          <IconButton icon={UserPlus} label={`Add Sub-API to ${apiKey.name}`} onClick={() => onAsk('sub')} />
        ) : null}
      </dd>
    </div>
  </dl>
);
