import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
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

export function Guide() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={CirclePlay} onClick={() => setOpen(true)}>
        How to add a key
      </Button>
      <Dialog reading open={open} onClose={() => setOpen(false)} title="How to add a key">
        <ol className={styles.steps}>
          {STEPS.map(({ Drawing, title, text }) => (
            <li key={title}>
              <Drawing />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
