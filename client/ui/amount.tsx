import type { Big } from 'big.js';
import { type ClipboardEvent, createContext, memo, useContext } from 'react';
import { formatAmount } from '../lib/format-amount.ts';
import styles from './amount.module.css';
import { classes } from './classes.ts';
import { copyText } from './copy-text.ts';

interface Props {
  value: Big | null | undefined;
  /** Fixed number of decimals. */
  decimals: number;
  /** Shown after the number: 'USDT', '%'. */
  unit?: string;
  /** Shown as a result: sign, arrow and color. */
  result?: boolean;
  /** A press copies the exact amount. */
  copyable?: boolean;
  className?: string | undefined;
}

/** Locale of numbers; the browser's if undefined. */
export const NumberLocale = createContext<string | undefined>(undefined);

const tone = (value: Big) => (value.gt(0) ? styles.profit : value.lt(0) ? styles.loss : undefined);
const arrow = (value: Big) => (value.gt(0) ? '▲ +' : value.lt(0) ? '▼ ' : '');

/** A percent sign stands at its number, as in sentences. */
const unitText = (unit = '') => (unit === '' || unit === '%' ? unit : `\u00a0${unit}`);

/** A formatted decimal; copying yields the exact amount without grouping. */
export const Amount = memo(function Amount(props: Props) {
  const { value, decimals, unit, result = false, copyable = false, className } = props;
  const locale = useContext(NumberLocale);
  if (!value) return <span className={classes(styles.amount, className)}>—</span>;
  const exact = value.toFixed();
  const text = `${result ? arrow(value) : ''}${formatAmount(value, decimals, locale)}${unitText(unit)}`;
  const look = classes(styles.amount, result && tone(value), className);
  if (copyable)
    return (
      <button
        type="button"
        className={classes(styles.copy, look)}
        title={`Copy ${exact}`}
        onClick={() => void copyText(exact, 'the number')}
      >
        {text}
      </button>
    );
  const exactly = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', exact);
    event.preventDefault();
  };
  return (
    <data value={exact} className={look} onCopy={exactly}>
      {text}
    </data>
  );
});
