import type { BotLevel, BotRun } from '#contracts/bot-run.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import type { BotKind } from '../create/receipt-rows.ts';
import { type Decimals, levelText } from '../decimals.ts';
import styles from './detail.module.css';

interface RowProps {
  level: BotLevel;
  of: Decimals;
  currency: string;
  kind: BotKind;
}

/** What a row is called. */
const WORDS: Record<BotKind, string> = { rounds: 'level', ladder: 'order', signals: 'deal', units: 'unit' };

/** PB-9: it buys from a price on, and one stop sells all units. */
function whereText({ buyPrice, sellPrice, stopPrice }: BotLevel, of: Decimals, kind: BotKind): string {
  const [buys, sells] = [formatAmount(buyPrice, of.price), formatAmount(sellPrice, of.price)];
  if (kind === 'units') return `from ${buys}, stop ${sells}`;
  const range = sellPrice.eq(buyPrice) ? buys : `${buys} to ${sells}`;
  return stopPrice ? `${range}, stop ${formatAmount(stopPrice, of.price)}` : range;
}

function Level({ level, of, currency, kind }: RowProps) {
  const { number, side, resting, idle, rounds, earned, held } = level;
  return (
    <li className={styles.row}>
      <span className={classes(styles.what, resting && styles[side])}>
        {resting ? levelText(level, of) : (idle ?? `waits: ${levelText(level, of)}`)}
      </span>
      <span className={styles.end}>
        {kind !== 'rounds' ? null : <Amount value={earned} decimals={seenDecimals(earned, 2)} unit={currency} result />}
      </span>
      <span className={styles.muted}>
        {WORDS[kind]} {number}: {whereText(level, of, kind)}
        {held.round(of.base, 0).gt(0) ? ` · holds ${formatAmount(held, of.base)}` : ''}
      </span>
      <span className={classes(styles.muted, styles.end)}>
        {kind !== 'rounds' ? null : `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`}
      </span>
    </li>
  );
}

interface Props {
  run: BotRun;
  of: Decimals;
  currency: string;
  kind: BotKind;
}

/** Every level, the highest first: what rests, and what its rounds have earned. */
export function NowTab({ run, of, currency, kind }: Props) {
  if (run.levels.length === 0 && kind !== 'rounds')
    return <p className={classes(styles.muted, styles.tab)}>No deal is open. Its decisions are listed under Why.</p>;
  return (
    <ul className={classes(styles.list, styles.tab)}>
      {run.levels
        .toSorted((one, other) => other.number - one.number)
        .map((level) => (
          <Level key={level.number} level={level} of={of} currency={currency} kind={kind} />
        ))}
    </ul>
  );
}
