import { useId } from 'react';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { classes } from '../../../ui/classes.ts';
import type { EndingChoice } from './endings.ts';
import styles from './stop-dialog.module.css';

interface Props {
  choices: readonly EndingChoice[];
  chosen: BotEnding | null;
  onChoose: (ending: BotEnding) => void;
}

/** C-9: what becomes of the coins, each way with its amounts. */
export function EndingRows({ choices, chosen, onChoose }: Props) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label="What becomes of the coins" className={styles.rows}>
      {choices.map(({ ending, label, text }) => (
        <label key={ending} className={classes(styles.row, ending === 'sell' && styles.sells)}>
          <input type="radio" name={group} checked={ending === chosen} onChange={() => onChoose(ending)} />
          <span>
            <strong>{label}:</strong> {text}
          </span>
        </label>
      ))}
    </div>
  );
}
