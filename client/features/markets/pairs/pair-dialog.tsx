import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Empty } from '../../../ui/states.tsx';
import { dayStats } from '../day-stats.queries.ts';
import { useFavoritePairs } from './favorite-pairs.ts';
import styles from './pair-dialog.module.css';
import { PairRow } from './pair-row.tsx';
import { searchPairs } from './search-pairs.ts';
import { figuresOf, nextSorting, type PairColumn, type PairSorting, sortPairs } from './sort-pairs.ts';
import { ROW_PX, useWindowedRows } from './windowed-rows.ts';

export interface ListProps {
  market: Market;
  pairs: readonly Pair[];
  value: string;
  onPick: (name: string) => void;
}

/** A modal dialog focuses the element with this attribute. */
const takesFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the search and the pairs. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-pair]')];
  const at = stops.findIndex(
    (stop) => stop === document.activeElement || stop.parentElement?.contains(document.activeElement),
  );
  stops[at + step]?.focus();
}

const COLUMNS: readonly { column: PairColumn; label: string }[] = [
  { column: 'name', label: 'Pair' },
  { column: 'price', label: 'Price' },
  { column: 'change', label: '24 h' },
  { column: 'volume', label: 'Volume' },
];

interface HeadProps {
  sorting: PairSorting | null;
  onSort: (sorting: PairSorting) => void;
}

const Head = ({ sorting, onSort }: HeadProps) => (
  <fieldset className={styles.head}>
    <legend className="visually-hidden">Sort by</legend>
    {COLUMNS.map(({ column, label }) => {
      const own = sorting?.column === column ? sorting : null;
      return (
        <button
          key={column}
          type="button"
          className={styles[column]}
          aria-pressed={own !== null}
          onClick={() => onSort(nextSorting(sorting, column))}
        >
          {label}
          {own ? <Icon of={own.descending ? ArrowDown : ArrowUp} size={14} /> : null}
          {own ? <span className="visually-hidden">{own.descending ? ', descending' : ', ascending'}</span> : null}
        </button>
      );
    })}
  </fieldset>
);

function useFound({ market, pairs }: ListProps, typed: string) {
  const [favorites, toggle] = useFavoritePairs(market);
  const [onlyFavorites, setOnlyFavorites] = useState(false);
  const [sorting, setSorting] = useState<PairSorting | null>(null);
  // The order is fixed while the list is open, so that toggled rows do not move.
  const [first] = useState(favorites);
  const { data: stats } = useQuery(dayStats(market, null));
  const figures = useMemo(() => figuresOf(stats?.pairs ?? []), [stats]);
  const found = useMemo(() => {
    const matching = searchPairs(pairs, typed, first).filter(({ name }) => !onlyFavorites || first.has(name));
    return sortPairs(matching, sorting, { figures, favorites: first });
  }, [pairs, typed, first, onlyFavorites, sorting, figures]);
  return { found, figures, favorites, toggle, onlyFavorites, setOnlyFavorites, sorting, setSorting };
}

interface SearchProps {
  typed: string;
  onType: (typed: string) => void;
  /** Picks the best match. */
  onEnter: () => void;
}

const SearchField = ({ typed, onType, onEnter }: SearchProps) => (
  <Field
    label="Search pair"
    labelHidden
    placeholder="Search pair"
    type="search"
    autoComplete="off"
    ref={takesFocus}
    value={typed}
    onChange={({ target }) => onType(target.value)}
    onKeyDown={({ key }) => {
      if (key === 'Enter') onEnter();
    }}
    trailing={<Icon of={Search} size={18} />}
  />
);

function PairList(props: ListProps) {
  const { value, onPick } = props;
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { found, figures, favorites, toggle, onlyFavorites, ...choices } = useFound(props, typed);
  const { from, to } = useWindowedRows(box, found.length);
  const [best] = found;
  const fromTop =
    <Choice,>(choose: (choice: Choice) => void) =>
    (choice: Choice) => {
      choose(choice);
      box.current?.scrollTo({ top: 0 });
    };
  return (
    <div role="presentation" className={styles.picker} onKeyDown={walk}>
      <SearchField typed={typed} onType={fromTop(setTyped)} onEnter={() => best && onPick(best.name)} />
      <Checkbox
        label="Favorites only"
        checked={onlyFavorites}
        onChange={({ target }) => choices.setOnlyFavorites(target.checked)}
      />
      <Head sorting={choices.sorting} onSort={fromTop(choices.setSorting)} />
      <div className={styles.box} ref={box}>
        <ul
          className={styles.list}
          aria-label="Coin pairs"
          style={{ paddingBlock: `${from * ROW_PX}px ${(found.length - to) * ROW_PX}px` }}
        >
          {found.slice(from, to).map((pair, offset) => (
            <PairRow
              key={pair.name}
              pair={pair}
              figures={figures.get(pair.name)}
              index={from + offset}
              of={found.length}
              chosen={pair.name === value}
              favorite={favorites.has(pair.name)}
              onPick={onPick}
              onMark={toggle}
            />
          ))}
        </ul>
      </div>
      {best ? null : <NothingFound onlyFavorites={onlyFavorites} />}
    </div>
  );
}

const NothingFound = ({ onlyFavorites }: { onlyFavorites: boolean }) =>
  onlyFavorites ? (
    <Empty title="No matching favorite">Mark pairs with the star to list them here.</Empty>
  ) : (
    <Empty title="No matching pair" />
  );

interface Props extends ListProps {
  onClose: () => void;
}

/** Searchable list of the market's pairs, favorites first. */
export const PairDialog = ({ onPick, onClose, ...list }: Props) => (
  <Dialog open onClose={onClose} title="Choose a coin pair">
    <PairList
      {...list}
      onPick={(name) => {
        onClose();
        onPick(name);
      }}
    />
  </Dialog>
);
