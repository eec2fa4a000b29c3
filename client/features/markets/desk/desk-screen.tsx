import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import { MarketTabs } from '../market-tabs.tsx';
import type { MarketsScreenProps } from '../markets-screen.tsx';
import type { DataTabs } from '../section-tabs.ts';
import styles from './desk.module.css';
import { type Pane, readSizes } from './pane-sizes.ts';
import { Separator } from './separator.tsx';

interface Props extends MarketsScreenProps {
  /** Null where it is not shown. */
  watchlist: ReactNode;
  book: ReactNode;
  /** Null where a pane beside the chart shows it. */
  data: DataTabs | null;
}

const STORED = 'desk-sizes';
const variable = (pane: Pane, size: number): [name: string, value: string] => [
  `--${pane}`,
  pane === 'rows' ? `${size}dvh` : `${size}px`,
];

/** Sizes of the panes on this device. */
function useSizes() {
  const desk = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState(() => readSizes(localStorage.getItem(STORED)));
  const drag = (pane: Pane, size: number) => desk.current?.style.setProperty(...variable(pane, size));
  const change = (pane: Pane, size: number) => {
    const next = { ...sizes, [pane]: size };
    localStorage.setItem(STORED, JSON.stringify(next));
    drag(pane, size);
    setSizes(next);
  };
  const style = Object.fromEntries(
    (Object.keys(sizes) as Pane[]).map((pane) => variable(pane, sizes[pane])),
  ) as CSSProperties;
  return { desk, sizes, style, drag, change };
}

/** Panes that fill the screen: each scrolls by itself, and its edge can be moved. */
export function DeskScreen({ section, unseen, watchlist, book, data, onSection, ...parts }: Props) {
  const id = useId();
  const { desk, sizes, style, drag, change } = useSizes();
  const edge = (pane: Pane, grows: 1 | -1) => (
    <Separator
      pane={pane}
      controls={`${id}-${pane}`}
      size={sizes[pane]}
      grows={grows}
      onDrag={(size) => drag(pane, size)}
      onChange={(size) => change(pane, size)}
    />
  );
  const sides = watchlist && book ? styles.both : watchlist ? styles.withWatchlist : book ? styles.withBook : null;
  return (
    <div className={classes(styles.desk, sides, data?.shown && styles.withData)} style={style} ref={desk}>
      <div className={styles.header}>{parts.header}</div>
      {watchlist ? (
        <div className={classes(styles.pane, styles.watchlist)} id={`${id}-watchlist`}>
          {watchlist}
          {edge('watchlist', 1)}
        </div>
      ) : null}
      <div className={styles.chart}>{parts.chart}</div>
      {book ? (
        <div className={classes(styles.pane, styles.book)} id={`${id}-book`}>
          {book}
          {edge('book', -1)}
        </div>
      ) : null}
      <div className={classes(styles.pane, styles.rows)} id={`${id}-rows`}>
        {edge('rows', -1)}
        <div className={styles.scroll}>
          <MarketTabs section={section} unseen={unseen} data={data} onSection={onSection}>
            {data?.shown ? (
              <div className={styles.data}>{data.content}</div>
            ) : (
              <div className={styles.list}>{parts.rows}</div>
            )}
          </MarketTabs>
          <div className={styles.more}>
            {parts.checklist}
            {parts.help}
          </div>
        </div>
      </div>
      <div className={styles.form} id={`${id}-form`}>
        {edge('form', -1)}
        {parts.form}
      </div>
    </div>
  );
}
