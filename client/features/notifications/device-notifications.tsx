import { Bell, BellOff, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../lib/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { DeviceList } from './components/device-list.tsx';
import { HowToAllow } from './components/how-to-allow.tsx';
import { usePushState, useTestNotification, useTurnOff, useTurnOn } from './notifications.queries.ts';
import type { PushState } from './push-device.ts';
import styles from './device-notifications.module.css';

const TEXTS: Partial<Record<PushState, string>> = {
  on: 'This device is notified of alerts and of changes to your account.',
  off: 'Notifications are off on this device.',
  lost: 'Notifications are off on this device: the browser revoked the permission.',
  unsupported: 'This browser cannot receive notifications. Use Telegram instead.',
  'install-first': 'On an iPhone or iPad, notifications reach you once Tandem is on your home screen:',
};

interface Props {
  person: string;
  /** Installation steps, shown where push works only in the installed app. */
  installGuide: ReactNode;
}

/** Push settings of this device. */
export function DeviceNotifications({ person, installGuide }: Props) {
  const { data: state, error, refetch, isFetching } = usePushState(person);
  return (
    <Card title="Push notifications">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {state && TEXTS[state] ? <p>{TEXTS[state]}</p> : null}
      {state === 'blocked' ? <HowToAllow /> : null}
      {state === 'install-first' ? installGuide : null}
      <div className={styles.actions}>
        {state === 'off' || state === 'lost' ? <TurnOn person={person} /> : null}
        {state === 'on' ? <WhenOn person={person} /> : null}
      </div>
      <DeviceList person={person} />
    </Card>
  );
}

function TurnOn({ person }: { person: string }) {
  const turnOn = useTurnOn(person);
  return (
    <>
      <Button icon={Bell} busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
        Turn on
      </Button>
      {turnOn.isError ? <p role="alert">{sentenceOf(turnOn.error)}</p> : null}
    </>
  );
}

function WhenOn({ person }: { person: string }) {
  const turnOff = useTurnOff(person);
  const test = useTestNotification();
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ sent, failed }) => {
        if (failed > 0)
          toast.warning(`Sent to ${counted(sent, 'device')}; ${counted(failed, 'device')} could not be reached.`);
        else toast.success(`A test notification was sent to ${counted(sent, 'device')}.`);
      },
      onError: (error) => toast.error(sentenceOf(error)),
    });
  return (
    <>
      <Button variant="quiet" icon={Send} busy={test.isPending} onClick={send}>
        Send a test
      </Button>
      <Button variant="quiet" icon={BellOff} busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
        Turn off
      </Button>
      {turnOff.isError ? <p role="alert">{sentenceOf(turnOff.error)}</p> : null}
    </>
  );
}
