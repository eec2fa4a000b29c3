import { useQuery } from '@tanstack/react-query';
import { Download, Printer, X } from 'lucide-react';
import { Suspense } from 'react';
import type { HistoryFilter } from '#contracts/history.ts';
import { MARKETS } from '#contracts/symbol.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { later } from '../../../lib/first-view.ts';
import { useNow } from '../../../lib/use-now.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Totals } from '../history/totals.tsx';
import { Calendar } from './calendar.tsx';
import { DealRows } from './deal-rows.tsx';
import { ownTags } from './deals.queries.ts';
import styles from './history-page.module.css';
import { monthOf, monthText, readMonth, spanOfDay, spanOfMonth } from './month.ts';

const Sums = later(async () => (await import('./sums.tsx')).Sums);

interface Props {
  /** The address holds what is chosen. */
  search: URLSearchParams;
  onSearch: (search: URLSearchParams) => void;
  keys: readonly { uid: string; name: string }[];
  offline: boolean;
}

const ROWS = 25;
/** As many as one answer has: a printed month is whole, or says what part of it is shown. */
const MONTH_ROWS = 500;
const SPANS = [
  { value: 'month' as const, label: 'Month' },
  { value: 'all' as const, label: 'All time' },
];

/** What the rows are narrowed by, without their time. */
function narrowedBy(search: URLSearchParams): HistoryFilter {
  const [uid, tag, symbolName] = ['uid', 'tag', 'symbolName'].map((name) => search.get(name));
  const market = MARKETS.find((one) => one === search.get('market'));
  return {
    ...(uid ? { uid } : { scope: 'all' }),
    ...(tag ? { tag } : {}),
    ...(symbolName ? { symbolName, market: market ?? MARKETS[0] } : {}),
  };
}

const csvPath = (filter: HistoryFilter): string => {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return `/api/deals.csv?${query.toString()}`;
};

function Choices({ search, set, keys }: Pick<Props, 'search' | 'keys'> & { set: Setter }) {
  const { data: tags = [] } = useQuery(ownTags);
  const chosen = search.get('tag');
  const known = tags.map(({ tag, blocks }) => ({ value: tag, label: `${tag} (${blocks})` }));
  const isKnown = chosen === null || known.some(({ value }) => value === chosen);
  const tagOptions = [{ value: '', label: 'All' }, ...known, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
  return (
    <div className={styles.filters}>
      <Segments
        label="Time"
        labelHidden
        options={SPANS}
        value={search.get('span') === 'all' ? 'all' : 'month'}
        onChange={(span) => set({ span: span === 'all' ? span : null, day: null })}
      />
      <Select
        label="Key"
        options={[{ value: '', label: 'All keys' }, ...keys.map(({ uid, name }) => ({ value: uid, label: name }))]}
        value={search.get('uid') ?? ''}
        onChange={(event) => set({ uid: event.target.value || null })}
      />
      <Select
        label="Tag"
        options={tagOptions}
        value={chosen ?? ''}
        onChange={(event) => set({ tag: event.target.value || null })}
      />
    </div>
  );
}

type Setter = (change: Record<string, string | null>) => void;

/** The day or pair that the rows are narrowed to, and the way back; printed with the key and tag chosen above. */
function Narrowing({ search, set, keys }: Pick<Props, 'search' | 'keys'> & { set: Setter }) {
  const [day, symbolName] = [search.get('day'), search.get('symbolName')];
  const shown: ({ text: string; off: Record<string, null> } | null)[] = [
    day === null ? null : { text: new Date(`${day}T12:00`).toLocaleDateString(), off: { day: null } },
    symbolName === null ? null : { text: pairLabel(symbolName), off: { symbolName: null, market: null } },
  ];
  const narrowings = shown.filter((one) => one !== null);
  const uid = search.get('uid');
  const chosen = [keys.find((key) => key.uid === uid)?.name, search.get('tag')].filter(Boolean);
  const all = [...narrowings.map(({ text }) => text), ...chosen];
  if (all.length === 0) return null;
  return (
    <p className={narrowings.length > 0 ? styles.day : styles.printed}>
      Only{' '}
      {narrowings.map(({ text, off }) => (
        <Button key={text} small variant="quiet" icon={X} aria-label={`Not only ${text}`} onClick={() => set(off)}>
          {text}
        </Button>
      ))}
      <span className={styles.printed}>{all.join(', ')}</span>
    </p>
  );
}

const Actions = ({ filter, print }: { filter: HistoryFilter; print: string }) => (
  <div className={styles.actions}>
    <ButtonLink to={csvPath(filter)} reloadDocument download variant="quiet" icon={Download}>
      Deals as CSV
    </ButtonLink>
    <ButtonLink to="/api/history.csv" reloadDocument download variant="quiet" icon={Download}>
      All trades as CSV
    </ButtonLink>
    <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
      {print}
    </Button>
  </div>
);

/** All closed blocks of all pairs and keys: calendar, totals, curve, rows with tags and notes. */
export function HistoryScreen({ search, onSearch, keys, offline }: Props) {
  const now = useNow(HOUR_MS);
  const month = readMonth(search.get('month')) ?? monthOf(now);
  const isAll = search.get('span') === 'all';
  const day = isAll ? null : search.get('day');
  const narrowed = narrowedBy(search);
  const filter: HistoryFilter = { ...narrowed, ...(spanOfDay(day) ?? (isAll ? {} : spanOfMonth(month))) };
  const set: Setter = (change) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    onSearch(next);
  };
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Choices search={search} set={set} keys={keys} />
        <Actions filter={filter} print={isAll ? 'Print' : 'Print this month'} />
      </div>
      <div className={styles.above}>
        {isAll ? null : (
          <Calendar
            filter={narrowed}
            month={month}
            onMonth={(next) => set({ month: monthText(next), day: null })}
            day={day}
            onDay={(next) => set({ day: next })}
          />
        )}
        <div className={styles.beside}>
          <Totals filter={filter} />
          <Suspense fallback={<Skeleton lines={3} height="44px" label="Loading the totals" />}>
            <Sums filter={filter} onNarrow={(only) => set({ ...only })} />
          </Suspense>
        </div>
      </div>
      <Narrowing search={search} set={set} keys={keys} />
      <DealRows
        key={JSON.stringify(filter)}
        filter={filter}
        size={isAll ? ROWS : MONTH_ROWS}
        offline={offline}
        emptyAction={
          isAll ? null : (
            <Button variant="quiet" onClick={() => onSearch(new URLSearchParams({ span: 'all' }))}>
              Show everything
            </Button>
          )
        }
      />
    </div>
  );
}
