import { BellRing } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sentenceOf } from '../../ui/states.tsx';
import { HowToAllow } from './components/how-to-allow.tsx';
import { usePushState, useTurnOn } from './notifications.queries.ts';

const DECLINED = 'push-offer-declined';

/** `offer` opens the dialog and returns false if push is on, unavailable or declined. */
export function usePushOffer(person: string) {
  const { data: state } = usePushState(person);
  const [open, setOpen] = useState(false);
  const canOffer =
    (state === 'off' || state === 'lost' || state === 'install-first') && !localStorage.getItem(DECLINED);
  return {
    open,
    offer: (): boolean => {
      if (canOffer) setOpen(true);
      return canOffer;
    },
    onClose: () => setOpen(false),
  };
}

interface Props {
  open: boolean;
  onClose: () => void;
  person: string;
  /** Installation steps, shown where push works only in the installed app. */
  installGuide: ReactNode;
}

/** Explains notifications before the browser's prompt, which can be refused only once. */
export function PushOffer({ open, onClose, person, installGuide }: Props) {
  const { data: state } = usePushState(person);
  const turnOn = useTurnOn(person);
  const decline = () => {
    localStorage.setItem(DECLINED, 'yes');
    onClose();
  };
  const requestPermission = () => turnOn.mutate(undefined, { onSuccess: (now) => now === 'on' && onClose() });
  const canRequest = state === 'off' || state === 'lost' || state === 'on';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Get notified instantly"
      footer={
        <>
          <Button variant="quiet" onClick={decline}>
            Not now
          </Button>
          {canRequest ? (
            <Button icon={BellRing} busy={turnOn.isPending} onClick={requestPermission}>
              Turn on
            </Button>
          ) : null}
        </>
      }
    >
      {state === 'blocked' ? <HowToAllow /> : null}
      {state === 'install-first' ? (
        <>
          <p>On an iPhone or iPad, notifications reach you once Tandem is on your home screen:</p>
          {installGuide}
        </>
      ) : null}
      {canRequest ? (
        <>
          <p>Your alert is saved. Tandem can notify this device the moment it fires, even when it is closed.</p>
          <p>Your browser will ask for permission next. You can turn notifications off on the account page.</p>
        </>
      ) : null}
      {turnOn.isError ? <p role="alert">{sentenceOf(turnOn.error)}</p> : null}
    </Dialog>
  );
}
