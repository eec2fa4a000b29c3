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

type Result = NonNullable<ReturnType<Movable['resultAt']>>;

const earnedText = ({ profit, unit }: Result): string => `${signed(profit, MONEY_DECIMALS)} ${unit}`;

const Profit = ({ result }: { result: Result }) => (
  <div>
    <dt>PNL</dt>
    <dd className={result.profit.lt(0) ? styles.loss : styles.profit}>
      {earnedText(result)} ({signed(result.percent, PERCENT_DECIMALS)}%)
    </dd>
  </div>
);

function Facts({ movable, price, marketPrice }: Omit<Props, 'short'>) {
  const result = movable.resultAt(price);
  const order = marketPrice && movable.orderAt?.(price, marketPrice);
  const place = order ? order.place : marketPrice && distanceText(price, marketPrice);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Distance from market price</dt>
          <dd>{place ?? 'Unknown'}</dd>
        </div>
        {result ? <Profit result={result} /> : null}
      </dl>
      {order?.warning && movable.faultAt(price) === null ? <p className={styles.warning}>{order.warning}</p> : null}
    </>
  );
}

/** Error, distance from the market and result of a line at a price. */
export function MoveResult({ short = false, ...at }: Props) {
  const { movable, price, marketPrice } = at;
  if (!short) return <Facts {...at} />;
  const result = movable.resultAt(price);
  const away = marketPrice && distanceText(price, marketPrice);
  const facts = [away, result && earnedText(result)];
  return <span className={styles.short}>{movable.faultAt(price) ?? facts.filter(Boolean).join(' · ')}</span>;
}
