import { useState } from 'react';
import { canVibrate, giveSignal, isSignalOn, type Signal, switchSignal } from '../../../lib/alert-signals.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';

function SignalSwitch({ signal, label }: { signal: Signal; label: string }) {
  const [on, setOn] = useState(() => isSignalOn(signal));
  const change = (next: boolean) => {
    switchSignal(signal, next);
    setOn(next);
    // What it will be like, while the press allows the page to make a sound.
    if (next) giveSignal(signal);
  };
  return <Switch label={label} checked={on} onChange={change} />;
}

/** Sound and vibration of fired alerts on this device. */
export const OpenAppAlerts = () => (
  <Card title="While the app is open">
    <p>A fired alert shows a message on every page. Choose what else this device does.</p>
    <SignalSwitch signal="sound" label="Play a sound" />
    {canVibrate() ? <SignalSwitch signal="vibration" label="Vibrate" /> : null}
  </Card>
);
