import { type ReactNode, useState } from 'react';
import type { HistoryFilter } from '#contracts/history.ts';
import type { Market } from '#contracts/symbol.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type Choice, Filters } from './filters.tsx';
import { HistoryRows } from './history-rows.tsx';
import styles from './history.module.css';
import { spanOf } from './period.ts';
import { Totals } from './totals.tsx';

interface Props {
  /** What the page is about. */
  view: { market: Market; symbolName: string; counterEarning: boolean };
  keys: readonly { uid: string; name: string }[];
  /** Epoch ms; null while the page is live or connecting. */
  offlineSince: number | null;
  /** What to do while there is nothing. */
  emptyAction: ReactNode;
}

const EVERYTHING: Choice = { allPairs: false, uid: '', period: 'all', first: '', last: '' };
const MINUTE_MS = 60_000;

function filterOf(view: Props['view'], choice: Choice, now: number): HistoryFilter {
  const { market, symbolName, counterEarning } = view;
  return {
    market,
    counterEarning,
    ...(choice.allPairs ? {} : { symbolName }),
    ...(choice.uid ? { uid: choice.uid } : {}),
    ...spanOf(choice.period, choice, now),
  };
}

/** Keyed by its pair and earn side from outside: there it begins with everything of them. */
export function HistoryTab({ view, keys, offlineSince, emptyAction }: Props) {
  const [choice, setChoice] = useState(EVERYTHING);
  const filter = filterOf(view, choice, useNow(MINUTE_MS));
  const isChosen = JSON.stringify(choice) !== JSON.stringify(EVERYTHING);
  return (
    <section className={styles.region} aria-label="Order history">
      <Filters
        choice={choice}
        pairLabel={view.symbolName.replace('_', '/').toUpperCase()}
        keys={keys}
        onChange={setChoice}
      />
      <Totals filter={filter} counterEarning={view.counterEarning} />
      <HistoryRows
        key={JSON.stringify(filter)}
        filter={filter}
        offline={offlineSince !== null}
        emptyAction={emptyAction}
        onEverything={isChosen ? () => setChoice(EVERYTHING) : null}
      />
    </section>
  );
}
