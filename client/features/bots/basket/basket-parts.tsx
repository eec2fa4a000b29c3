import type { BasketPart, BotRun } from '#contracts/bot-run.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import { amount } from '../create/receipt-rows.ts';
import { digits } from '../decimals.ts';
import detail from '../detail/detail.module.css';
import styles from './basket.module.css';

const driftText = ({ drift }: BasketPart): string =>
  drift ? `${drift.gt(0) ? '+' : ''}${drift.toFixed(2)} points` : '—';

function Part({ part, counter }: { part: BasketPart; counter: string }) {
  const { asset, percent, held, worth, weight, idle } = part;
  const width = weight ? Math.min(100, Math.max(0, weight.toNumber())) : 0;
  return (
    <li className={styles.part}>
      <span>
        <strong>{asset}</strong> {weight ? `${weight.toFixed(2)}%` : '—'} of {percent}%
      </span>
      <span className={detail.end}>{driftText(part)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${width}%` }} />
        <span className={styles.target} style={{ insetInlineStart: `${percent}%` }} />
      </span>
      <span className={detail.muted}>
        {formatAmount(held, digits(held))} {asset}
        {idle ? ` · ${idle}` : ''}
      </span>
      <span className={classes(detail.muted, detail.end)}>{worth ? amount(worth, counter) : '—'}</span>
    </li>
  );
}

/** B-2: each part with its weight, its target and how far it is away. */
export const BasketParts = ({ run, counter }: { run: BotRun; counter: string }) => (
  <ul className={classes(detail.list, detail.tab)} aria-label="Parts">
    {run.parts
      .filter(({ asset, percent, held }) => asset !== counter || percent > 0 || held.gt(0))
      .map((part) => (
        <Part key={part.asset} part={part} counter={counter} />
      ))}
  </ul>
);
