import type { Big } from 'big.js';
import { formatAmount } from '../../../lib/format-amount.ts';
import { distance, type Movable } from '../chart-line.ts';
import styles from './lines.module.css';

interface Props {
  movable: Movable;
  price: Big;
  marketPrice: Big | null;
  /** One line for the chart; otherwise one line per fact. */
  short?: boolean;
}

const MONEY_DECIMALS = 4;
const PERCENT_DECIMALS = 2;
const signed = (amount: Big, decimals: number): string => `${amount.gt(0) ? '+' : ''}${formatAmount(amount, decimals)}`;

/** '+4.40% from the market', floored. */
export const distanceText = (price: Big, marketPrice: Big): string =>
  `${signed(distance(price, marketPrice), PERCENT_DECIMALS)}%`;

/** Error, distance from the market and result of a line at a price. */
export function MoveResult({ movable, price, marketPrice, short = false }: Props) {
  const fault = movable.faultAt(price);
  const result = movable.resultAt(price);
  const away = marketPrice && distanceText(price, marketPrice);
  const earned = result && `${signed(result.profit, MONEY_DECIMALS)} ${result.unit}`;
  if (short) return <span className={styles.short}>{fault ?? [away, earned].filter(Boolean).join(' · ')}</span>;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Distance from market price</dt>
        <dd>{away ?? 'Unknown'}</dd>
      </div>
      {result ? (
        <div>
          <dt>PNL</dt>
          <dd className={result.profit.lt(0) ? styles.loss : styles.profit}>
            {earned} ({signed(result.percent, PERCENT_DECIMALS)}%)
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
