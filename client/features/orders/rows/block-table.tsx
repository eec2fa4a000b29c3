import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { type Sort, SORTS, type TargetState } from '#contracts/order-lists.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { BlockRow, type RowProps } from './block-row.tsx';
import { type Column, tracks } from './columns.ts';
import { earnedCurrency } from '../figures/figures.tsx';
import styles from './rows.module.css';
import { nextSorting, sortedBy, type Sorting, turned } from './sorting.ts';
import { WindowedRow } from './windowed-row.tsx';

interface SortProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

const TITLES: Record<Sort, string> = {
  date: 'Date',
  price: 'Price',
  value: 'Value',
  profit: 'Profit',
  percent: '%',
  targets: 'Targets',
};
const FIRST: Record<TargetState, string> = {
  both: 'both set',
  'take-profit': 'only T.P.',
  'stop-loss': 'only S.L.',
  none: 'none',
};

const ARIA = { asc: 'ascending', desc: 'descending' } as const;
const ariaSort = ({ sort, direction }: Sorting, of: Sort) =>
  sort !== of ? undefined : of === 'targets' ? 'other' : ARIA[direction];

interface SortHeaderProps extends SortProps {
  of: Sort;
  note?: string;
  className: string | undefined;
}

/** Repeated presses cycle through the sort orders. */
function SortHeader({ of, note, className, sorting, onSort }: SortHeaderProps) {
  const { sort, direction, targets } = sorting;
  return (
    <th scope="col" className={className} aria-sort={ariaSort(sorting, of)}>
      <button type="button" className={styles.sort} onClick={() => onSort(nextSorting(sorting, of))}>
        {TITLES[of]}
        {note === undefined ? null : <span className={styles.unit}>{note}</span>}
        {sort === of && !targets ? <Icon of={direction === 'asc' ? ArrowUp : ArrowDown} size={14} /> : null}
        {targets && of === 'targets' ? <span className={styles.first}>{FIRST[targets]} first</span> : null}
      </button>
    </th>
  );
}

const WAYS = { asc: 'Lowest first', desc: 'Highest first' };
const AGES = { asc: 'Oldest first', desc: 'Newest first' };

function directionText({ sort, direction, targets }: Sorting): string {
  if (targets) return `${FIRST[targets]} first`;
  return sort === 'date' ? AGES[direction] : WAYS[direction];
}

/** Replaces the column headers where rows are cards. */
function SortChoice({ note, sorting, onSort, children }: SortProps & { note: string; children: ReactNode }) {
  const { sort, direction } = sorting;
  return (
    <div className={styles.choice}>
      <Select
        label="Sort by"
        labelHidden
        value={sort}
        options={SORTS.map((value) => ({
          value,
          label: `Sort by ${TITLES[value].toLowerCase()}${value === 'date' ? ` ${note}` : ''}`,
        }))}
        onChange={(event) => onSort(sortedBy(event.target.value as Sort))}
      />
      <Button variant="quiet" icon={direction === 'asc' ? ArrowUp : ArrowDown} onClick={() => onSort(turned(sorting))}>
        {directionText(sorting)}
      </Button>
      {children}
    </div>
  );
}

interface Props extends SortProps, Pick<RowProps, 'offline' | 'onOpenDialog' | 'onSelect'> {
  /** Orders of each block, the main key's first. */
  blocks: readonly (readonly OrderBlock[])[];
  caption: string;
  /** Numbers of the first and the last row, such as '1–10', or how many there are. */
  count: string;
  /** Closing times of the blocks, in history only. */
  closedAt?: readonly number[];
  hidden?: readonly Column[];
  selected?: ReadonlySet<string>;
  /** Why blocks cannot be joined, while some are chosen for that. */
  apart?: ReadonlyMap<string, string | null>;
  /** Undefined where nothing can be closed. */
  onCloseAll?: (() => void) | undefined;
}

interface HeadProps extends SortProps {
  note: string;
  earned: string;
  selects: boolean;
  pairs: boolean;
  children: ReactNode;
}

const Title = ({ of, children }: { of: string | undefined; children: ReactNode }) => (
  <th scope="col" className={of}>
    {children}
  </th>
);

function Head({ note, earned, selects, pairs, children, ...sort }: HeadProps) {
  return (
    <thead className={styles.titles}>
      <tr className={styles.head}>
        {selects ? (
          <Title of={styles.select}>
            <span className="visually-hidden">Select</span>
          </Title>
        ) : null}
        <SortHeader of="date" className={styles.date} note={note} {...sort} />
        <Title of={styles.position}>Position</Title>
        {pairs ? <Title of={styles.pair}>Coin pair</Title> : null}
        <SortHeader of="price" className={styles.price} {...sort} />
        <Title of={styles.size}>Size</Title>
        <SortHeader of="value" className={styles.valueCell} {...sort} />
        <SortHeader of="profit" className={styles.profit} note={earned} {...sort} />
        <SortHeader of="percent" className={styles.percent} {...sort} />
        <SortHeader of="targets" className={styles.targets} {...sort} />
        <Title of={styles.actions}>{children}</Title>
      </tr>
    </thead>
  );
}

const SEEN_AT_FIRST = 30;
const NONE: readonly Column[] = [];

/** A table if wide enough, otherwise cards with the same facts in the same order. */
export function BlockTable({ blocks, caption, count, closedAt, hidden = NONE, ...props }: Props) {
  const { sorting, onSort, onCloseAll, selected, apart, ...row } = props;
  const main = blocks[0]?.[0];
  const sort = { sorting, onSort };
  const note = `${closedAt ? 'closed ' : ''}(${count})`;
  const pairs = blocks.some(([each]) => each?.symbol.name !== main?.symbol.name);
  const selects = row.onSelect !== undefined;
  const style = { '--tracks': tracks({ hidden, selects, pairs, acts: onCloseAll !== undefined }) } as CSSProperties;
  return (
    <>
      <SortChoice note={note} {...sort}>
        {onCloseAll ? (
          <Button variant="quiet" disabled={row.offline} onClick={onCloseAll}>
            Close all
          </Button>
        ) : null}
      </SortChoice>
      <table
        aria-label={caption}
        className={styles.table}
        style={style}
        data-hidden={hidden.join(' ')}
        data-choosing={apart && apart.size > 0 ? '' : undefined}
      >
        <Head note={note} earned={main ? earnedCurrency(main) : ''} selects={selects} pairs={pairs} {...sort}>
          {onCloseAll ? (
            <button type="button" className={styles.sort} disabled={row.offline} onClick={onCloseAll}>
              Close all
            </button>
          ) : (
            <span className="visually-hidden">Close</span>
          )}
        </Head>
        {blocks.map((orders, index) => {
          const id = orders[0]?.blockId ?? '';
          return (
            <WindowedRow key={id} shownAtFirst={index < SEEN_AT_FIRST}>
              <BlockRow
                orders={orders}
                closedAt={closedAt?.[index]}
                pair={pairs}
                alone={blocks.length === 1}
                selected={selected?.has(id)}
                apart={apart?.get(id)}
                {...row}
              />
            </WindowedRow>
          );
        })}
      </table>
    </>
  );
}
