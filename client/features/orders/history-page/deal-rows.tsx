import { useQuery } from '@tanstack/react-query';
import { ChevronDown, History, Tag } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Deal } from '#contracts/deals.ts';
import type { HistoryFilter } from '#contracts/history.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { decimalsOf } from '../../../lib/format-amount.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { STATUS } from '#contracts/rules/block-words.ts';
import { dealsOf } from './deals.queries.ts';
import { durationText } from './duration.ts';
import { partText } from './part-text.ts';
import styles from './deal-rows.module.css';

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }));

interface Noted {
  blockId: string;
  tags: readonly string[];
  note: string;
}

const FEE_DECIMALS = 8;

function Fees({ fees }: Pick<Deal, 'fees'>) {
  return fees.length === 0 ? (
    '—'
  ) : (
    <>
      {fees.map(({ asset, amount }) => (
        <span key={asset} className={styles.fee}>
          <Amount value={amount} decimals={Math.min(FEE_DECIMALS, decimalsOf(amount))} unit={asset} />
        </span>
      ))}
    </>
  );
}

interface CellProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}
const Cell = ({ label, className, children }: CellProps) => (
  <td data-label={label} className={className}>
    {children}
  </td>
);

const pairOf = ({ baseCurrency, counterCurrency }: Deal) => `${baseCurrency}/${counterCurrency}`;

/** A phone shows two lines of a deal, and the rest on a tap. */
const Unfold = ({ deal, open, onToggle }: { deal: Deal; open: boolean; onToggle: () => void }) => (
  <td className={styles.unfold}>
    <button type="button" aria-expanded={open} aria-label={`Details: ${pairOf(deal)}`} onClick={onToggle}>
      <Icon of={ChevronDown} size={20} className={open ? styles.up : undefined} />
    </button>
  </td>
);

function DealRow({ deal, noteCell }: { deal: Deal; noteCell: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { section, profit, percent, decimals, currency, priceDecimals } = deal;
  return (
    <tr data-deal={deal.blockId} className={classes(styles.row, open && styles.unfolded)}>
      <Cell label="Closed" className={styles.closed}>
        <Time at={deal.closedAt} />
      </Cell>
      <Cell label="Pair" className={styles.pair}>
        <strong>{pairOf(deal)}</strong>{' '}
        <span className={section === 'buy' ? styles.buy : styles.sell}>{section === 'buy' ? 'Buy' : 'Sell'}</span>
        <span className={styles.key}>
          <bdi>{deal.connectorName}</bdi>
          {deal.inGroup ? ', copy' : ''}
        </span>
      </Cell>
      <Cell label="Amount">
        <Amount value={deal.quantity} decimals={deal.quantityDecimals} unit={deal.baseCurrency} />
      </Cell>
      <Cell label="Entry">
        <Amount value={deal.entryPrice} decimals={priceDecimals} />
      </Cell>
      <Cell label="Exit">
        <Amount value={deal.exitPrice} decimals={priceDecimals} />
      </Cell>
      <Cell label="Result" className={styles.result}>
        <Amount result value={profit && floored(profit, decimals)} decimals={decimals} unit={currency} />{' '}
        <span className={styles.percent}>
          <Amount value={percent} decimals={PERCENT_DECIMALS} unit="%" result />
        </span>
      </Cell>
      <Cell label="Fees">
        <Fees fees={deal.fees} />
      </Cell>
      <Cell label="Opened">
        <Time at={deal.openedAt} />
      </Cell>
      <Cell label="Held">{durationText(deal.closedAt - deal.openedAt)}</Cell>
      <Cell label="Ended as">{STATUS[deal.status]}</Cell>
      <Cell label="Tags and note" className={styles.note}>
        {noteCell}
      </Cell>
      <Unfold deal={deal} open={open} onToggle={() => setOpen(!open)} />
    </tr>
  );
}

function NoteCell({ block, pair, onEdit }: { block: Noted; pair: string; onEdit: (block: Noted) => void }) {
  return (
    <>
      {block.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {block.note ? <span className={styles.text}>{block.note}</span> : null}
      <IconButton icon={Tag} label={`Tags and note: ${pair}`} className={styles.edit} onClick={() => onEdit(block)} />
    </>
  );
}

const COLUMNS = [
  'Closed',
  'Pair',
  'Amount',
  'Entry',
  'Exit',
  'Result',
  'Fees',
  'Opened',
  'Held',
  'Ended as',
  'Tags and note',
];

interface Props {
  filter: HistoryFilter;
  size: number;
  offline: boolean;
  /** What to do where nothing is found. */
  emptyAction: ReactNode;
}

/** Ended blocks, one row for each key's part; keyed by its filter, so that other rows start at the first page. */
export function DealRows({ filter, size, offline, emptyAction }: Props) {
  const [page, setPage] = useState(0);
  const [edited, setEdited] = useState<Noted | null>(null);
  const query = useQuery(dealsOf(filter, { page, size }));
  const { error, refetch, isFetching } = query;
  const data = useDeferredData(query.data);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={6} height="48px" label="Loading: History" />
    );
  const part = partText({ page, size, total: data.total });
  return (
    <div className={styles.region}>
      <AsOf of={query} offline={offline} changes="changes are disabled" />
      {part === null ? null : <p>{part}</p>}
      {data.blocks.length === 0 ? (
        <Empty icon={History} title="No matching blocks" action={emptyAction}>
          Closed blocks appear here with their results.
        </Empty>
      ) : (
        <table className={styles.table} aria-label="Closed blocks">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.blocks.flatMap((block) =>
              block.deals.map((deal, index) => (
                <DealRow
                  key={`${deal.blockId} ${deal.uid}`}
                  deal={deal}
                  noteCell={index === 0 ? <NoteCell block={block} pair={pairOf(deal)} onEdit={setEdited} /> : null}
                />
              )),
            )}
          </tbody>
        </table>
      )}
      <Pager page={page} last={data.lastPageNumber} onChange={setPage} />
      <Suspense>
        {edited ? <NoteDialog block={edited} offline={offline} onClose={() => setEdited(null)} /> : null}
      </Suspense>
    </div>
  );
}
