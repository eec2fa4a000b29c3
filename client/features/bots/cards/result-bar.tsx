import type { Big } from 'big.js';
import { isDealsType } from '#contracts/bot-settings.ts';
import type { Bot } from '#contracts/bots.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './cards.module.css';
import { partWidths, shownResult } from './shown-result.ts';

const tone = (part: Big) => (part.lt(0) ? styles.lost : styles.won);

/** What the rounds earned and what the coins are worth, which make the total. */
export function ResultBar({ result, type }: { result: NonNullable<Bot['result']>; type: Bot['type'] }) {
  const { rounds, position, decimals } = shownResult(result);
  const [first, second] = partWidths({ rounds, position });
  return (
    <div className={styles.result}>
      <div className={styles.bar} aria-hidden="true">
        <span className={classes(styles.part, tone(rounds))} style={{ width: `${first}%` }} />
        <span className={classes(styles.part, styles.held, tone(position))} style={{ width: `${second}%` }} />
      </div>
      <p className={styles.small}>
        {isDealsType(type) ? 'deals' : 'rounds'} <Amount value={rounds} decimals={decimals} result /> · position{' '}
        <Amount value={position} decimals={decimals} unit={result.currency} result />
      </p>
    </div>
  );
}
