import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Market } from '#contracts/symbol.ts';
import { userQuery } from '../../../../features/accounts/session.ts';
import { alertList } from '../../../../features/alerts/alerts.queries.ts';
import { Checklist, type Step } from '../../../../features/markets/components/checklist.tsx';
import { usePushState, useTurnOn } from '../../../../features/notifications/notifications.queries.ts';
import { useExchangeMode } from '../../../../lib/site.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { InstallButton } from '../../../pwa/install-button.tsx';
import { useInstall } from '../../../pwa/install.ts';
import { ADD_KEY } from '../../first-order.ts';

export interface FirstStepsProps {
  market: Market;
  hasKey: boolean;
  /** The user has placed an order before. */
  ordered: boolean;
  onAlerts: () => void;
  onDismiss: () => void;
}

function usePushStep(person: string): Step[] {
  const { data: state } = usePushState(person);
  const turnOn = useTurnOn(person);
  if (state === undefined || state === 'unsupported') return [];
  const action = (
    <Button small variant="quiet" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
      Turn on
    </Button>
  );
  return [{ name: 'Notifications on this device', done: state === 'on', action: state === 'off' ? action : null }];
}

function useInstallStep(): Step[] {
  const { state } = useInstall();
  if (state === 'unavailable') return [];
  return [{ name: 'Install Tandem', done: state === 'installed', action: <InstallButton /> }];
}

function Steps({ person, market, hasKey, ordered, onAlerts, onDismiss }: FirstStepsProps & { person: string }) {
  const { data: alerts } = useInfiniteQuery(alertList({ market, favorite: false, search: '' }));
  const hasAlert = (alerts?.pages[0]?.totalRecords ?? 0) > 0;
  const push = usePushStep(person);
  const install = useInstallStep();
  const paper = useExchangeMode() === 'paper';
  const steps: Step[] = [
    {
      name: paper ? 'Open a paper account' : 'Connect a key',
      done: hasKey,
      action: (
        <ButtonLink small variant="quiet" to={ADD_KEY}>
          Add API
        </ButtonLink>
      ),
    },
    { name: 'Place a first order', done: ordered },
    {
      name: 'Set a first alert',
      done: hasAlert,
      action: (
        <Button small variant="quiet" onClick={onAlerts}>
          Alerts
        </Button>
      ),
    },
    ...install,
    ...push,
  ];
  if (!alerts || steps.every(({ done }) => done)) return null;
  return <Checklist steps={steps} onDismiss={onDismiss} />;
}

/** Checklist for a new user, until completed or dismissed. */
export function FirstSteps(props: FirstStepsProps) {
  const { data: user } = useQuery(userQuery);
  return user ? <Steps {...props} person={user.id} /> : null;
}
