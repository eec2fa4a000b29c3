import { type Bot, BOT_TYPES } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { stateLook } from './bot-state.ts';
import styles from './cards.module.css';
import { pairOf } from './pair-of.ts';
import { ResultBar } from './result-bar.tsx';

export function StateChip({ bot }: { bot: Pick<Bot, 'state' | 'waitsFor'> }) {
  const { kind, text } = stateLook(bot);
  return <Chip kind={kind}>{text}</Chip>;
}

const Pnl = ({ bot: { pnl, pnlPercent } }: { bot: Pick<Bot, 'pnl' | 'pnlPercent'> }) => (
  <>
    <Amount value={pnl} decimals={seenDecimals(pnl, 2)} unit="USDT" result />
    <Amount value={pnlPercent} decimals={2} unit="%" result />
  </>
);

interface MoneyProps {
  bot: Pick<Bot, 'pnl' | 'pnlPercent' | 'balance'>;
  /** Of the two figures of the result. */
  className: string | undefined;
  /** Next to figures of one key. */
  ofAllKeys?: boolean;
}

/** What it made and what it has, as two facts of a list. */
export const MoneyFacts = ({ bot, className, ofAllKeys = false }: MoneyProps) => (
  <>
    <div>
      <dt>{ofAllKeys ? 'PNL, all keys' : 'PNL'}</dt>
      <dd className={className}>
        <Pnl bot={bot} />
      </dd>
    </div>
    <div>
      <dt>{ofAllKeys ? 'Balance, all keys' : 'Balance'}</dt>
      <dd>
        <Amount value={bot.balance} decimals={2} unit="USDT" />
      </dd>
    </div>
  </>
);

const Facts = ({ bot }: { bot: Bot }) => (
  <dl className={styles.facts}>
    <MoneyFacts bot={bot} className={styles.pnl} />
  </dl>
);

export function BotCard({ bot, onDetail }: { bot: Bot; onDetail: () => void }) {
  return (
    <article className={styles.card} aria-label={bot.name} data-bot={bot.botId}>
      <div className={styles.top}>
        <span className={styles.pair}>{pairOf(bot)}</span>
        <StateChip bot={bot} />
      </div>
      <h3 className={styles.name}>
        <bdi>{bot.name}</bdi>
        <span className={styles.type}>{BOT_TYPES[bot.type]}</span>
      </h3>
      {bot.state === 'draft' ? null : <Facts bot={bot} />}
      {bot.result && bot.type !== 'basket' ? <ResultBar result={bot.result} type={bot.type} /> : null}
      <p className={styles.small}>{bot.reason ?? bot.now}</p>
      {bot.trust === null ? null : <p className={styles.small}>{bot.trust}</p>}
      <div className={styles.foot}>
        <span className={styles.chips}>
          {bot.withoutUs && bot.active ? <Chip>{bot.withoutUs}</Chip> : null}
          {bot.protection && bot.active ? <Chip>{bot.protection}</Chip> : null}
        </span>
        <Button variant="quiet" small aria-label={`Detail of ${bot.name}`} className={styles.detail} onClick={onDetail}>
          Detail
        </Button>
      </div>
    </article>
  );
}
