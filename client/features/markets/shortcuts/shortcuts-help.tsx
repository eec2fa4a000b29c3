import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './shortcuts-help.module.css';
import { SHORTCUTS } from './shortcuts.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  on: boolean;
  onSwitch: (on: boolean) => void;
}

export const ShortcutsHelp = ({ open, onClose, on, onSwitch }: Props) => (
  <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
    <dl className={styles.list}>
      {Object.entries(SHORTCUTS).map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd className={styles.key}>{key.toUpperCase()}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
      <div>
        <dt>
          <kbd className={styles.key}>Enter</kbd>
        </dt>
        <dd>In the order form: place the order</dd>
      </div>
    </dl>
    <h3 className={styles.heading}>On the chart</h3>
    <ul className={styles.gestures}>
      <li>Click or tap: sets the price of your order.</li>
      <li>Right-click or hold: adds an alert at that price.</li>
      <li>
        Drag a waiting order, a target, an alert or a drawn line to move it. “Lines” has all of them for the keyboard.
      </li>
    </ul>
    <Switch label="Enable single-key shortcuts" checked={on} onChange={onSwitch} />
  </Dialog>
);
