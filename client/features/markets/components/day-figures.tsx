import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { DayStats } from '#contracts/market-data.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import { compactAmount } from '../../../lib/compact-amount.ts';
import { changeText, dayChange } from '../day-change.ts';
import type { PairRef } from '../markets.queries.ts';
import { dayStats } from '../day-stats.queries.ts';
import { usePrice } from '../use-price.ts';
import styles from './day-figures.module.css';

interface Props {
  of: PairRef;
  pair: Pair;
  /** All of them on a narrow screen too. */
  whole?: boolean;
}

const PRICE_EVERY_MS = 1000;
const UNKNOWN = '—';

const farther = (one: Big | null, other: Big | null, isFarther: (one: Big, other: Big) => boolean): Big | null =>
  one && other ? (isFarther(one, other) ? one : other) : one;

function texts(stats: DayStats | undefined, price: Big | null, { counterRound, counterCurrency }: Pair) {
  const priceText = (value: Big | null) => (value ? formatAmount(value, counterRound) : UNKNOWN);
  const { open = null, high = null, low = null, volume = null } = stats ?? {};
  return {
    change: changeText(dayChange(price, open)),
    high: priceText(farther(high, price, (one, other) => one.gt(other))),
    low: priceText(farther(low, price, (one, other) => one.lt(other))),
    volume: volume ? `${compactAmount(volume)} ${counterCurrency}` : UNKNOWN,
    exactVolume: volume ? `${formatAmount(volume, 2)} ${counterCurrency}` : undefined,
  };
}

/** The change alone, where there is no room for the others. */
export function DayChange({ of }: Pick<Props, 'of'>) {
  const { data, isPlaceholderData } = useQuery(dayStats(of.market, [of.symbolName]));
  const { price } = usePrice(of, PRICE_EVERY_MS);
  const open = isPlaceholderData ? null : (data?.pairs[0]?.open ?? null);
  const { text, tone } = changeText(dayChange(price, open));
  return (
    // Another element once it is known: the one that said nothing would move by the width of the change.
    <span key={open === null ? 'unknown' : 'known'} className={classes(tone && styles[tone])} title="24 h change">
      <span className="visually-hidden">24 h change </span>
      {text}
    </span>
  );
}

/** Change, range and volume of the last 24 hours; the live price moves change and range between two readings. */
export function DayFigures({ of, pair, whole = false }: Props) {
  const { data, isPlaceholderData } = useQuery(dayStats(of.market, [of.symbolName]));
  const { price } = usePrice(of, PRICE_EVERY_MS);
  const { change, high, low, volume, exactVolume } = texts(isPlaceholderData ? undefined : data?.pairs[0], price, pair);
  return (
    <dl className={classes(styles.figures, whole ? styles.whole : styles.oneLine)}>
      <div className={styles.change}>
        <dt>24 h change</dt>
        <dd className={classes(change.tone && styles[change.tone])}>{change.text}</dd>
      </div>
      <div className={styles.range}>
        <dt>24 h high</dt>
        <dd data-short="H">{high}</dd>
      </div>
      <div className={styles.range}>
        <dt>24 h low</dt>
        <dd data-short="L">{low}</dd>
      </div>
      <div className={styles.volume}>
        <dt>24 h volume</dt>
        <dd data-short="Vol" title={exactVolume}>
          {volume}
        </dd>
      </div>
    </dl>
  );
}
