import { useEffect, useMemo, useRef } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { setText } from '../../../lib/set-text.ts';
import { classes } from '../../../ui/classes.ts';
import { type Bar, rangeOf } from '../bars.ts';
import type { Drawing } from '../plot/drawing.ts';
import styles from './legend.module.css';
import { direction, legendTexts, type Part, PARTS } from './legend-texts.ts';

interface Props {
  drawing: Pick<Drawing, 'watchShown' | 'shown'> | null;
  pair: Pair;
  bars: readonly Bar[];
}

const NAMES: Record<Part, { letter: string; title: string }> = {
  open: { letter: 'O', title: 'Open' },
  high: { letter: 'H', title: 'High' },
  low: { letter: 'L', title: 'Low' },
  close: { letter: 'C', title: 'Close' },
  change: { letter: '', title: 'Change from the close before' },
  percent: { letter: '', title: 'Change from the close before' },
  volume: { letter: 'Vol', title: 'Volume' },
};

const PERCENT_CH = 9;
const VOLUME_CH = 8;
/** In digits: '+' and a space more for a change. */
const widthOf = (part: Part, price: number): number =>
  ({ open: price, high: price, low: price, close: price, change: price + 1, percent: PERCENT_CH, volume: VOLUME_CH })[
    part
  ];

/** Room for the longest price that the bars have. */
function usePriceWidth(bars: readonly Bar[], { counterRound }: Pair): number {
  return useMemo(() => {
    const range = rangeOf(bars);
    return range ? formatAmount(range.high, counterRound).length : 0;
  }, [bars, counterRound]);
}

/** Open, high, low, close, change and volume of a bar; its texts follow the chart without rendering. */
export function Legend({ drawing, pair, bars }: Props) {
  const box = useRef<HTMLParagraphElement>(null);
  const width = usePriceWidth(bars, pair);
  useEffect(() => {
    const shown = box.current;
    if (!drawing || !shown) return undefined;
    const fields = PARTS.map((part) => [part, shown.querySelector(`[data-part=${part}]`)] as const);
    return drawing.watchShown(() => {
      const now = drawing.shown();
      if (!now) return;
      const texts = legendTexts(now.bar, now.before, pair.counterRound);
      shown.dataset['direction'] = direction(now.bar, now.before);
      for (const [part, field] of fields) setText(field, texts[part]);
    });
  }, [drawing, pair]);
  return (
    <p ref={box} className={styles.legend} data-testid="chart-legend">
      {PARTS.map((part) => (
        <span key={part} className={classes(styles.part, part === 'change' && styles.wide)} title={NAMES[part].title}>
          {NAMES[part].letter}{' '}
          <b data-part={part} className={styles[part]} style={{ minWidth: `${widthOf(part, width)}ch` }} />
        </span>
      ))}
    </p>
  );
}
