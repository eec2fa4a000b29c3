import { CloudUpload, Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './queued-note.module.css';
import { queuedEdits } from './queued-edits.ts';

export const QueuedNote = ({ alertId, pair }: { alertId: string; pair: string }) => (
  <div className={styles.note}>
    <output className={styles.words}>
      <Icon of={CloudUpload} size={16} /> Your change will be saved when you are back online.
    </output>
    <Button
      small
      variant="quiet"
      icon={Undo2}
      aria-label={`Discard the change of the alert for ${pair}`}
      onClick={() => queuedEdits.discard(alertId)}
    >
      Discard
    </Button>
  </div>
);
