import type { Bot } from '#contracts/bots.ts';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './cards.module.css';

/** U-7: what waits for its owner comes first. */
export function Needing({ bots, onDetail }: { bots: readonly Bot[]; onDetail: (botId: string) => void }) {
  const id = useId();
  const needing = bots.filter(({ needs }) => needs !== null);
  if (needing.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>Needs you</h2>
      <ul className={styles.needing}>
        {needing.map(({ botId, name, needs }) => (
          <li key={botId} className={styles.need}>
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              : {needs}
            </p>
            <Button small aria-label={`Decide about ${name}`} onClick={() => onDetail(botId)}>
              Decide
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
