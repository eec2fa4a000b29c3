import { useState } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './gesture-tip.module.css';

const TOLD = 'chart-gestures-told';

/** Told once on a device: nothing on the chart shows that it can be pressed. */
export function GestureTip() {
  const [told, setTold] = useState(() => localStorage.getItem(TOLD) !== null);
  const touch = useMedia('(pointer: coarse)');
  if (told) return null;
  const done = () => {
    localStorage.setItem(TOLD, 'yes');
    setTold(true);
  };
  return (
    <div className={styles.tip} role="note">
      <p>
        {touch
          ? 'Tap the chart to set the price of your order. Hold to add an alert there.'
          : 'Click the chart to set the price of your order. Right-click to add an alert there.'}
      </p>
      <Button small variant="quiet" onClick={done}>
        Got it
      </Button>
    </div>
  );
}
