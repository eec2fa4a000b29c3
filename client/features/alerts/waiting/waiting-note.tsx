import { CloudUpload, Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './waiting-note.module.css';
import { waitingEdits } from './waiting-edits.ts';

export const WaitingNote = ({ alertId, pair }: { alertId: string; pair: string }) => (
  <div className={styles.note}>
    <output className={styles.words}>
      <Icon of={CloudUpload} size={16} /> Your change waits for the connection.
    </output>
    <Button
      small
      variant="quiet"
      icon={Undo2}
      aria-label={`Take back the change of the alert for ${pair}`}
      onClick={() => waitingEdits.takeBack(alertId)}
    >
      Take back
    </Button>
  </div>
);
