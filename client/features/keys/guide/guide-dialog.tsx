import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CreateDrawing, PasteDrawing, TickDrawing, WatchDrawing } from './drawings.tsx';
import styles from './guide.module.css';

const STEPS = [
  {
    Drawing: CreateDrawing,
    title: '1. Create a key on your exchange',
    text: 'On Binance: Account, API Management, Create API, system generated. Give it a name that you will know again.',
  },
  {
    Drawing: TickDrawing,
    title: '2. Tick reading and spot trading, nothing else',
    text: 'Leave Enable Withdrawals without a tick: a key that may withdraw is refused here. If the exchange wants an address, use the one in the Add API dialog.',
  },
  {
    Drawing: PasteDrawing,
    title: '3. Paste key and secret here',
    text: 'Press Add, name the key and paste both. The exchange shows the secret only once; here it is encrypted as soon as it arrives and never shown again.',
  },
  {
    Drawing: WatchDrawing,
    title: '4. Let other keys repeat your deals',
    text: 'Open Add Sub-API on a key to add one that copies it, in proportion to its balance or for a fixed amount.',
  },
];

/** The drawings follow one another by themselves until they are paused; with reduced motion each stands at its step. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const [isPlaying, setPlaying] = useState(true);
  return (
    <Dialog reading open onClose={onClose} title="How to add a key">
      <Button
        small
        variant="quiet"
        icon={isPlaying ? Pause : Play}
        className={styles.control}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? 'Pause the drawings' : 'Play the drawings'}
      </Button>
      <ol className={classes(styles.steps, !isPlaying && styles.paused)}>
        {STEPS.map(({ Drawing, title, text }) => (
          <li key={title}>
            <Drawing />
            <div className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
