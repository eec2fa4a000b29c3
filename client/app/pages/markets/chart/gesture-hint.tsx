import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useMedia } from '../../../../lib/use-media.ts';
import styles from './gesture-hint.module.css';

const SEEN = 'chart-gestures-seen';

/** Told once for each device, over the foot of the chart. */
export function GestureHint() {
  const [seen, setSeen] = useState(() => localStorage.getItem(SEEN) !== null);
  const touch = useMedia('(pointer: coarse)');
  if (seen) return null;
  const dismiss = () => {
    localStorage.setItem(SEEN, 'yes');
    setSeen(true);
  };
  return (
    <p className={styles.hint}>
      <span>
        {touch
          ? 'Tap the chart to set the price. Hold it for an alert. Drag an order or target to move it.'
          : 'Click the chart to set the price, right-click for an alert, drag an order or target to move it.'}
      </span>
      <Button small variant="quiet" onClick={dismiss}>
        Got it
      </Button>
    </p>
  );
}
