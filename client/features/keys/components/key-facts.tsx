import { isolated } from '#contracts/rules/isolated.ts';
import { Network, UserPlus } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { marketName } from '#contracts/rules/market-name.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { KeyText } from './key-text.tsx';
import styles from './keys.module.css';
import { Worth } from './worth.tsx';
import type { ApiKey, KeyDialog } from '../key-context.ts';

interface Props {
  apiKey: ApiKey;
  /** A main key, from which its group can be managed. */
  leads: boolean;
  onOpenDialog: (ask: KeyDialog) => void;
}

export function KeyFacts({ apiKey, leads, onOpenDialog }: Props) {
  const offline = useKeysOffline();
  return (
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
            <IconButton
              icon={Network}
              label={`Addiction of ${isolated(apiKey.name)}`}
              disabled={offline}
              onClick={() => onOpenDialog('addiction')}
            />
          ) : null}
        </dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd className={styles.withIcon}>
          <Worth apiKey={apiKey} onOpen={() => onOpenDialog('balances')} />
          {leads ? (
            <IconButton
              icon={UserPlus}
              label={`Add Sub-API to ${isolated(apiKey.name)}`}
              disabled={offline}
              onClick={() => onOpenDialog('sub')}
            />
          ) : null}
        </dd>
      </div>
    </dl>
  );
}
