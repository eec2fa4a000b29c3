import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { toast } from '../../../../ui/toast.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { ConfirmActionDialog } from '../confirm-action-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';
import { twoFactorQuery, useBegin, useTurnOff } from './two-factor.queries.ts';
import styles from './two-factor.module.css';

function Off({ onBegun }: { onBegun: ReturnType<typeof useBegin> }) {
  return (
    <>
      <p className={styles.status}>
        Signing in will also ask for a code from your authenticator app. Keys that trade with real money need this or a
        passkey.
      </p>
      <div className={styles.buttons}>
        <Button icon={ShieldCheck} busy={onBegun.isPending} onClick={() => onBegun.mutate()}>
          Turn ON
        </Button>
      </div>
    </>
  );
}

function TurnOffButton() {
  const [confirming, setConfirming] = useState(false);
  const turningOff = useTurnOff();
  const close = () => {
    setConfirming(false);
    turningOff.reset();
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        Turn OFF
      </Button>
      <ConfirmActionDialog
        open={confirming}
        onClose={close}
        title="Turn off two-factor authentication?"
        act="Turn off"
        danger
        busy={turningOff.isPending}
        error={turningOff.error}
        onAct={() =>
          turningOff.mutate(undefined, {
            onSuccess: () => {
              close();
              toast.success('Two-factor authentication is off');
            },
          })
        }
      >
        <p>You will sign in with your password only. The secret in your app and your recovery codes stop working.</p>
      </ConfirmActionDialog>
    </>
  );
}

function On({ since, recoveryCodesLeft }: { since: number; recoveryCodesLeft: number }) {
  const [making, setMaking] = useState(false);
  return (
    <>
      <p className={styles.status}>
        On since <Time at={since} />. {recoveryCodesLeft} of 10 recovery codes are left.
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => setMaking(true)}>
          New recovery codes
        </Button>
        <TurnOffButton />
      </div>
      <NewCodesDialog open={making} onClose={() => setMaking(false)} />
    </>
  );
}

export function TwoFactorSection() {
  const { data: state, error, refetch, isFetching } = useQuery(twoFactorQuery);
  const beginning = useBegin();
  const isOn = state?.since !== null && state?.since !== undefined;
  return (
    <Card title="Two-factor authentication" actions={isOn ? <Chip kind="live">On</Chip> : null}>
      {state ? (
        isOn ? (
          <On since={state.since ?? 0} recoveryCodesLeft={state.recoveryCodesLeft} />
        ) : (
          <Off onBegun={beginning} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} label="Loading two-factor authentication" />
      )}
      <TurnOnDialog setup={beginning.data ?? null} onClose={beginning.reset} />
    </Card>
  );
}
