import { Big } from 'big.js';
import type { Ref } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { setText } from '../../../lib/set-text.ts';
import type { Bar } from '../bars.ts';
import { decimalsOf, type Valued } from './indicator-layer.ts';
import type { Indicator } from './indicators.ts';
import styles from '../legend/legend.module.css';

interface Written {
  drawn: readonly { indicator: Indicator; layer: Valued }[];
  bar: Bar;
  /** Of a price. */
  decimals: number;
}

const UNKNOWN = '—';

const valueText = (value: number | null | undefined, decimals: number): string =>
  typeof value === 'number' ? formatAmount(new Big(value.toFixed(decimals)), decimals) : UNKNOWN;

/** Writes the values at a bar into the legend, without rendering. */
export function writeValues(legend: HTMLElement, { drawn, bar, decimals }: Written): void {
  const texts = drawn.flatMap(({ indicator: { pane, plots }, layer }) => {
    const values = layer.at(bar.openTime);
    return plots.map((_, at) => valueText(values[at], decimalsOf(pane, decimals)));
  });
  legend.querySelectorAll('b').forEach((field, at) => {
    const text = texts[at] ?? UNKNOWN;
    setText(field, text);
  });
}

const toneOf = (tone = 'series7'): string => `var(--${tone.replace('series', 'series-')})`;

interface Props {
  ref: Ref<HTMLParagraphElement>;
  indicators: readonly Indicator[];
}

/** Names of the indicators in their colors, with room for their values. */
export const IndicatorLegend = ({ ref, indicators }: Props) => (
  <p ref={ref} className={styles.values} data-testid="indicator-legend">
    {indicators.map(({ name, plots }) => (
      <span key={name} className={styles.value} style={{ color: toneOf(plots.at(-1)?.tone) }}>
        <span className={styles.name}>{name}</span>
        {plots.map(({ part, tone }) => (
          <b key={part} style={{ color: toneOf(tone) }} />
        ))}
      </span>
    ))}
  </p>
);
