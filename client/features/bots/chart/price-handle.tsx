import { Big } from 'big.js';
import { type PointerEvent, useRef } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { priceAt, type Scale, topOf } from './chart-scale.ts';
import styles from './lines-chart.module.css';

interface Props {
  label: string;
  price: number;
  scale: Scale;
  decimals: number;
  onChange: (price: string) => void;
}

/** One end of the lines, dragged up and down or moved by keys. The scale stands still while it is dragged. */
export function PriceHandle({ label, price, scale, decimals, onChange }: Props) {
  const drag = useRef<{ scale: Scale; top: number; height: number } | null>(null);
  const give = (next: number) => {
    if (next > 0) onChange(next.toFixed(decimals));
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!box) return;
    // A range of its own would be dragged sideways.
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { scale, top: box.top, height: box.height };
  };
  const move = ({ clientY }: PointerEvent<HTMLElement>) => {
    const from = drag.current;
    if (from) give(priceAt(from.scale, Math.min(100, Math.max(0, (100 * (clientY - from.top)) / from.height))));
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatAmount(new Big(price), decimals)}
      min={0}
      max={2 * Math.max(price, scale.high)}
      step={10 ** -decimals}
      value={price}
      className={styles.handle}
      style={{ top: `${topOf(scale, price)}%` }}
      onChange={({ target }) => {
        if (!drag.current) give(target.valueAsNumber);
      }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
