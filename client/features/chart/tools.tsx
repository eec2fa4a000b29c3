import { ChartLine, List, Maximize2, Minimize2, PencilLine } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import styles from './chart.module.css';

export interface ToolsProps {
  lines: number;
  logarithmic: boolean;
  full: boolean;
  /** No candles are shown yet. */
  disabled: boolean;
  onIndicators: () => void;
  onDraw: () => void;
  onLines: () => void;
  onLogarithmic: () => void;
  onFull: () => void;
}

/** Buttons of the chart, in a row or in a sheet. */
export function Tools({ lines, logarithmic, full, disabled, ...on }: ToolsProps) {
  return (
    <>
      <Button small variant="quiet" icon={ChartLine} disabled={disabled} onClick={on.onIndicators}>
        Indicators
      </Button>
      <Button small variant="quiet" icon={PencilLine} disabled={disabled} onClick={on.onDraw}>
        Draw
      </Button>
      <Button small variant="quiet" icon={List} className={styles.lines} disabled={disabled} onClick={on.onLines}>
        Lines ({lines})
      </Button>
      <Button small variant="quiet" aria-pressed={logarithmic} disabled={disabled} onClick={on.onLogarithmic}>
        Log
      </Button>
      <Button small variant="quiet" icon={full ? Minimize2 : Maximize2} onClick={on.onFull}>
        {full ? 'Leave full screen' : 'Full screen'}
      </Button>
    </>
  );
}
