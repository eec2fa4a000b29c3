import type { Bot } from '#contracts/bots.ts';
import { type ReactNode, type Ref, useId } from 'react';
import { BotCard } from './bot-card.tsx';
import styles from './cards.module.css';

interface Props {
  title: string;
  bots: readonly Bot[];
  actions?: ReactNode;
  /** In the place of the cards while there is none. */
  empty: ReactNode;
  onDetail: (botId: string) => void;
  ref?: Ref<HTMLElement>;
}

export function BotCards({ title, bots, actions, empty, onDetail, ref }: Props) {
  const id = useId();
  return (
    <section ref={ref} tabIndex={ref ? -1 : undefined} aria-labelledby={id} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {bots.length > 0 ? (
        <div className={styles.cards}>
          {bots.map((bot) => (
            <BotCard key={bot.botId} bot={bot} onDetail={() => onDetail(bot.botId)} />
          ))}
        </div>
      ) : (
        empty
      )}
    </section>
  );
}
