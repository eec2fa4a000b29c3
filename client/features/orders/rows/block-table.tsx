import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Sort, SORTS, type TargetState } from '#contracts/orders.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { type BlockDialog, BlockRow } from './block-row.tsx';
import { earnedCurrency } from './figures.tsx';
import styles from './rows.module.css';
import { nextSorting, sortedBy, type Sorting, turned } from './sorting.ts';

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

/** Repeated presses cycle through the sort orders. */
function SortHeader({ of, note, sorting, onSort }: SortProps & { of: Sort; note?: string }) {
  const { sort, direction, targets } = sorting;
  return (
    <th scope="col" aria-sort={ariaSort(sorting, of)}>
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

interface Props extends SortProps {
  /** Orders of each block, the main key's first. */
  blocks: readonly (readonly OrderBlock[])[];
  caption: string;
  /** Null if there is only one page. */
  page: number | null;
  /** Closing times of the blocks, in history only. */
  closedAt?: readonly number[];
  offline: boolean;
  /** Undefined where nothing can be closed. */
  onCloseAll?: () => void;
  onOpenDialog: (blockId: string, dialog: BlockDialog) => void;
}

/** A table if wide enough, otherwise cards with the same facts in the same order. */
export function BlockTable({ blocks, caption, page, closedAt, sorting, onSort, onCloseAll, ...row }: Props) {
  const main = blocks[0]?.[0];
  const sort = { sorting, onSort };
  const first = (page ?? 0) * PAGE_SIZE;
  const rows = page === null ? blocks.length : `${first + 1}–${first + blocks.length}`;
  const count = `${closedAt ? 'closed ' : ''}(${rows})`;
  return (
    <>
      <SortChoice note={count} {...sort}>
        {onCloseAll ? (
          <Button variant="quiet" disabled={row.offline} onClick={onCloseAll}>
            Close all
          </Button>
        ) : null}
      </SortChoice>
      <table aria-label={caption} className={styles.table}>
        <thead className={styles.titles}>
          <tr className={styles.head}>
            <SortHeader of="date" note={count} {...sort} />
            <SortHeader of="price" {...sort} />
            <th scope="col">Coin pair</th>
            <SortHeader of="value" {...sort} />
            <SortHeader of="profit" {...(main && { note: earnedCurrency(main) })} {...sort} />
            <SortHeader of="percent" {...sort} />
            <th scope="col">Position</th>
            <th scope="col">Done</th>
            <th scope="col">
              {onCloseAll ? (
                <button type="button" className={styles.sort} disabled={row.offline} onClick={onCloseAll}>
                  Close all
                </button>
              ) : (
                <span className="visually-hidden">Close</span>
              )}
            </th>
            <SortHeader of="targets" {...sort} />
          </tr>
        </thead>
        {blocks.map((orders, index) => (
          <BlockRow key={orders[0]?.blockId} orders={orders} closedAt={closedAt?.[index]} {...row} />
        ))}
      </table>
    </>
  );
}
