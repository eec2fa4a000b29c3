import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { gesturesShown, keepGesturesShown } from '../../../../lib/gestures-shown.ts';
import { useMedia } from '../../../../lib/use-media.ts';
import styles from './gesture-hint.module.css';

/** Over the foot of the chart. */
export const Gestures = ({ touch, onDismiss }: { touch: boolean; onDismiss?: () => void }) => (
  <p className={styles.hint}>
    <span>
      {touch
        ? 'Tap the chart to set the price. Hold it for an alert. Drag an order or target to move it.'
        : 'Click the chart to set the price, right-click for an alert, drag an order or target to move it.'}
    </span>
    <Button small variant="quiet" onClick={onDismiss}>
      Got it
    </Button>
  </p>
);

/** Shown once on each device. */
export function GestureHint() {
  const [shown, setShown] = useState(gesturesShown);
  const touch = useMedia('(pointer: coarse)');
  if (shown) return null;
  const dismiss = () => {
    keepGesturesShown();
    setShown(true);
  };
  return <Gestures touch={touch} onDismiss={dismiss} />;
}
