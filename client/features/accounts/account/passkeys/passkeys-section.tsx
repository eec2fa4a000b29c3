import { isolated } from '#contracts/rules/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { supportsPasskeys } from '../../webauthn.ts';
import { ConfirmActionDialog } from '../confirm-action-dialog.tsx';
import styles from '../../entries.module.css';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { type Passkey, passkeysQuery, useRemovePasskey } from './passkeys.queries.ts';

function Row({ passkey }: { passkey: Passkey }) {
  const [confirming, setConfirming] = useState(false);
  const { name, createdAt, usedAt, synced } = passkey;
  const removing = useRemovePasskey();
  const close = () => {
    setConfirming(false);
    removing.reset();
  };
  return (
    <li className={styles.row}>
      <Icon of={Fingerprint} size={24} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.device}>{name}</p>
        <p className={styles.facts}>
          <span>
            added <Time at={createdAt} />
          </span>
          <span>
            {usedAt === null ? (
              'not used yet'
            ) : (
              <>
                last used <Time at={usedAt} />
              </>
            )}
          </span>
          {synced ? <span>on all your devices</span> : null}
        </p>
      </div>
      <Button variant="quiet" small aria-label={`Remove ${isolated(name)}`} onClick={() => setConfirming(true)}>
        Remove
      </Button>
      <ConfirmActionDialog
        open={confirming}
        onClose={close}
        title={
          <>
            Remove <bdi>{name}</bdi>?
          </>
        }
        act="Remove"
        danger
        busy={removing.isPending}
        error={removing.error}
        onAct={() => removing.mutate(passkey, { onSuccess: close })}
      >
        <p>It can no longer sign in to this account. Your device may still offer it: delete it there too.</p>
      </ConfirmActionDialog>
    </li>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <p className={styles.alone}>Sign in with your fingerprint, face or PIN: no password to type or to lose.</p>
      )}
      {supportsPasskeys() ? (
        <Button variant="quiet" icon={Plus} className={styles.all} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className={styles.alone}>This browser does not support passkeys. Use another one.</p>
      )}
      <AddPasskeyDialog open={adding} offered={`Passkey ${passkeys.length + 1}`} onClose={() => setAdding(false)} />
    </>
  );
}

export function PasskeysSection() {
  const { data: passkeys, error, refetch, isFetching } = useQuery(passkeysQuery);
  return (
    <Card title="Passkeys">
      {passkeys ? (
        <List passkeys={passkeys} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={1} height="56px" label="Loading your passkeys" />
      )}
    </Card>
  );
}
