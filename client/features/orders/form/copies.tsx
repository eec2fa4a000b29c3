import type { Pair } from '#contracts/markets.ts';
import type { Receipt } from '#contracts/orders.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './order-form.module.css';

const SHOWN_AT_ONCE = 3;

interface Props {
  /** The main key's first. */
  receipts: readonly Receipt[];
  pair: Pair;
  /** Receipts of the order before the last edit. */
  outdated: boolean;
}

const Line = ({ receipt, pair }: { receipt: Receipt; pair: Pair }) =>
  receipt.error === null ? (
    <span>
      <Amount value={receipt.quantity} decimals={pair.baseRound} unit={pair.baseCurrency} />,{' '}
      <Amount value={receipt.counterQuantity} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />
      {[receipt.warning, receipt.meets].map((text) =>
        text === null ? null : (
          <span key={text} className={styles.skipped}>
            {' '}
            {text}
          </span>
        ),
      )}
    </span>
  ) : (
    <span className={styles.skipped}>Skipped: {receipt.error}</span>
  );

const Reserve = ({ receipt: { reserve }, pair }: { receipt: Receipt; pair: Pair }) =>
  reserve.gt(0) ? (
    <p className={styles.skipped}>
      The stop loss needs <Amount value={reserve} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />{' '}
      free in addition.
    </p>
  ) : null;

/** What each copy key would order, and the funds that a sell block's stop loss needs. */
export function Copies({ receipts: [main, ...copies], pair, outdated }: Props) {
  if (!main) return null;
  const placed = copies.filter(({ error }) => error === null).length;
  return (
    <div className={classes(styles.copies, outdated && styles.outdated)}>
      <Reserve receipt={main} pair={pair} />
      {copies.length > 0 ? (
        <details open={copies.length <= SHOWN_AT_ONCE}>
          <summary>
            Copied to {placed} of {copies.length} {copies.length === 1 ? 'key' : 'keys'}
          </summary>
          <ul aria-label="Copies">
            {copies.map((receipt) => (
              <li key={receipt.uid}>
                <strong>{receipt.connectorName}</strong> <Line receipt={receipt} pair={pair} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
