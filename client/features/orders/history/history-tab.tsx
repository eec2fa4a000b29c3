import { type ReactNode, useState } from 'react';
import type { HistoryFilter } from '#contracts/history.ts';
import type { Market } from '#contracts/symbol.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type Choice, Filters, type HistoryKeys } from './filters.tsx';
import { HistoryRows } from './history-rows.tsx';
import styles from './history.module.css';
import { keyFilter } from './key-filter.ts';
import { spanOf } from './period.ts';
import { Totals } from './totals.tsx';

interface Props {
  /** Pair and earn currency of the page. */
  view: { market: Market; symbolName: string; counterEarning: boolean };
  keys: HistoryKeys;
  /** Epoch ms; null while live or connecting. */
  offlineSince: number | null;
  /** Action of the empty state. */
  emptyAction: ReactNode;
}

const FIRST: Choice = { allPairs: false, uid: '', period: 'all', first: '', last: '' };
const EVERYTHING: Choice = { ...FIRST, uid: 'all' };

function filterOf({ view, keys }: Props, choice: Choice, now: number): HistoryFilter {
  const { market, symbolName, counterEarning } = view;
  return {
    market,
    counterEarning,
    ...(choice.allPairs ? {} : { symbolName }),
    ...keyFilter(choice.uid, keys),
    ...spanOf(choice.period, choice, now),
  };
}

/** Keyed by pair and earn currency, so that another one starts unfiltered. */
export function HistoryTab(props: Props) {
  const { view, keys, offlineSince, emptyAction } = props;
  const [choice, setChoice] = useState(FIRST);
  const filter = filterOf(props, choice, useNow(MINUTE_MS));
  // With a single key, its own history is everything.
  const everything = keys.all.length > 1 ? EVERYTHING : FIRST;
  const isChosen = JSON.stringify(choice) !== JSON.stringify(everything);
  return (
    <section className={styles.region} aria-label="Order history">
      <Filters choice={choice} pairLabel={pairLabel(view.symbolName)} keys={keys} onChange={setChoice} />
      <Totals filter={filter} />
      <HistoryRows
        key={JSON.stringify(filter)}
        filter={filter}
        offline={offlineSince !== null}
        emptyAction={emptyAction}
        onEverything={isChosen ? () => setChoice(everything) : null}
      />
    </section>
  );
}
