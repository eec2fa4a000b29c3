import { CloudUpload, Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './queued-note.module.css';
import { queuedEdits } from './queued-edits.ts';

export const QueuedNote = ({ alertId, pair }: { alertId: string; pair: string }) => (
  <div className={styles.note}>
    <output className={styles.words}>
      <Icon of={CloudUpload} size={16} /> Your change waits for the connection.
    </output>
    <Button
      small
      variant="quiet"
      icon={Undo2}
      aria-label={`Take back the change of the alert for ${pair}`}
      onClick={() => queuedEdits.takeBack(alertId)}
    >
      Take back
    </Button>
  </div>
);
