import { BOT_TYPES } from '#contracts/bots.ts';
import { useId } from 'react';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Bot } from '../demo-bots.ts';
import styles from './bots.module.css';

export const pairOf = ({ baseCurrency, counterCurrency }: Pick<Bot, 'baseCurrency' | 'counterCurrency'>) =>
  `${baseCurrency}/${counterCurrency}`;

export const ActiveChip = ({ active }: { active: boolean }) => (
  <Chip kind={active ? 'live' : 'plain'}>{active ? 'Active' : 'Inactive'}</Chip>
);

function BotCard({ bot, onDetail }: { bot: Bot; onDetail: () => void }) {
  return (
    <article className={styles.card} aria-label={bot.name} data-bot={bot.botId}>
      <div className={styles.top}>
        <span className={styles.pair}>{pairOf(bot)}</span>
        <ActiveChip active={bot.active} />
      </div>
      <h3>{bot.name}</h3>
      <p className={styles.type}>{BOT_TYPES[bot.type]}</p>
      <dl className={styles.facts}>
        <div>
          <dt>PNL</dt>
          <dd className={styles.pnl}>
            <Amount value={bot.pnl} decimals={2} unit="USDT" result />
            <Amount value={bot.pnlPercent} decimals={2} unit="%" result />
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>
            <Amount value={bot.balance} decimals={2} unit="USDT" />
          </dd>
        </div>
      </dl>
      <Button variant="quiet" small aria-label={`Detail of ${bot.name}`} onClick={onDetail}>
        Detail
      </Button>
    </article>
  );
}

interface Props {
  title: string;
  bots: readonly Bot[];
  onDetail: (bot: Bot) => void;
}

export function BotCards({ title, bots, onDetail }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <div className={styles.cards}>
        {bots.map((bot) => (
          <BotCard key={bot.botId} bot={bot} onDetail={() => onDetail(bot)} />
        ))}
      </div>
    </section>
  );
}
