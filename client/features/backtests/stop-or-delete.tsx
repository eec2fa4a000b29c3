import { useEffect, useState } from 'react';
import type { Backtest } from '#contracts/backtests.ts';
import { Button } from '../../ui/button.tsx';
import { isUnderWay } from './backtests.queries.ts';

interface Props {
  run: Pick<Backtest, 'state'>;
  name: string;
  offline: boolean;
  busy: boolean;
  onPress: () => void;
}

/** Ms after the end of a run in which a press may still be meant for Stop. */
const RESTS_FOR = 1000;

/** Whether the run has ended while it was shown, a moment ago. */
function useJustEnded(canStop: boolean): boolean {
  const [isResting, setResting] = useState(canStop);
  useEffect(() => {
    if (canStop) return undefined;
    const timer = setTimeout(() => setResting(false), RESTS_FOR);
    return () => clearTimeout(timer);
  }, [canStop]);
  return isResting && !canStop;
}

/** The button of a run. It must not become Delete under a press that is meant for Stop. */
export function StopOrDelete({ run, name, offline, busy, onPress }: Props) {
  const canStop = isUnderWay(run);
  const isResting = useJustEnded(canStop);
  const text = canStop ? 'Stop' : 'Delete';
  return (
    <Button
      variant="quiet"
      small
      disabled={offline || isResting}
      busy={busy}
      aria-label={`${text} ${name}`}
      onClick={onPress}
    >
      {text}
    </Button>
  );
}
