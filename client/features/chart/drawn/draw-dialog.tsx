import { Minus, TrendingUp } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../chart.module.css';
import type { DrawnLine } from './drawn-lines.ts';

interface Props {
  onChoose: (kind: DrawnLine['kind']) => void;
  onClose: () => void;
}

/** What to draw. */
export const DrawDialog = ({ onChoose, onClose }: Props) => (
  <Dialog open title="Draw a line" onClose={onClose}>
    <div className={styles.sheet}>
      <Button variant="quiet" icon={Minus} onClick={() => onChoose('level')}>
        Horizontal line
      </Button>
      <Button variant="quiet" icon={TrendingUp} onClick={() => onChoose('trend')}>
        Trend line
      </Button>
    </div>
  </Dialog>
);
