import { Columns3, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Help } from '../../../ui/help.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Column, COLUMNS } from './columns.ts';
import styles from './list-tools.module.css';
import { MOST, PAGE_SIZES, type PageSize } from './page-size.ts';

interface ColumnsProps {
  hidden: readonly Column[];
  onHide: (hidden: Column[]) => void;
}

const names = Object.keys(COLUMNS) as Column[];

function ColumnsDialog({ hidden, onHide, onClose }: ColumnsProps & { onClose: () => void }) {
  const turn = (name: Column, shown: boolean) =>
    onHide(shown ? hidden.filter((other) => other !== name) : [...hidden, name]);
  return (
    <Dialog open onClose={onClose} title="Columns" footer={<Button onClick={onClose}>Done</Button>}>
      <p>Time, position, price and actions always show. Kept on this device.</p>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={COLUMNS[name]}
          checked={!hidden.includes(name)}
          onChange={({ target }) => turn(name, target.checked)}
        />
      ))}
    </Dialog>
  );
}

interface Props extends ColumnsProps {
  size: PageSize;
  onSize: (size: PageSize) => void;
  unprotected: boolean;
  onUnprotected: (only: boolean) => void;
}

/** What of the list is shown, and how. */
export function ListTools({ size, onSize, unprotected, onUnprotected, ...columns }: Props) {
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={classes(styles.tool, unprotected && styles.on)}
        aria-pressed={unprotected}
        onClick={() => onUnprotected(!unprotected)}
      >
        <Icon of={ShieldOff} size={16} />
        Unprotected
      </button>
      <Help about="block and unprotected">
        A block is one deal: its entry, its targets and its copies, from placing to closing. It is unprotected while it
        holds coins and neither the exchange nor this server holds a stop loss or take profit for them.
      </Help>
      <button
        type="button"
        title="Columns"
        className={classes(styles.tool, styles.desk)}
        onClick={() => setChoosing(true)}
      >
        <Icon of={Columns3} size={16} />
        <span className={styles.word}>Columns</span>
      </button>
      <select
        aria-label="Rows of a page"
        className={styles.tool}
        value={size}
        onChange={({ target }) => onSize(PAGE_SIZES.find((each) => String(each) === target.value) ?? size)}
      >
        {PAGE_SIZES.map((each) => (
          <option key={each} value={each}>
            {each === MOST ? `Up to ${each} rows` : `${each} rows`}
          </option>
        ))}
      </select>
      {choosing ? <ColumnsDialog {...columns} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}
