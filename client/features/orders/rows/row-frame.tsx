import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
  useMemo,
} from 'react';
import { PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useInViewport } from '../../../lib/viewport.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { type BlockResult, blockResult } from './block-result.ts';
import { earnedCurrency, Price, Profit, Value } from './figures.tsx';
import styles from './rows.module.css';
import type { Big } from 'big.js';
import { useMarketPrice } from '../market-price.ts';

interface CellProps {
  /** Column header, shown above the value in a card. */
  label: string;
  className?: string | undefined;
  children?: ReactNode;
}

export const Cell = ({ label, className, children }: CellProps) => (
  <td data-label={label} className={classes(styles.cell, className)}>
    {children}
  </td>
);

interface FiguresProps {
  block: OrderBlock;
  inBase: boolean;
  result: BlockResult;
}

/** A containment box, so that a price change does not lay out the rest of the row. */
const Room = ({ children }: { children: ReactNode }) => <span className={styles.room}>{children}</span>;

const Figures = memo(function Figures({ block, inBase, result: { value, profit, percent } }: FiguresProps) {
  const { baseCurrency, counterCurrency } = block.symbol;
  return (
    <>
      <Cell label="Value">
        <button
          type="button"
          tabIndex={-1}
          className={styles.value}
          title={`Show in ${inBase ? counterCurrency : baseCurrency}`}
        >
          <Room>
            <Value block={block} value={value} inBase={inBase} />
          </Room>
        </button>
      </Cell>
      <Cell label={`Profit ${earnedCurrency(block)}`}>
        <Room>
          <Profit bare block={block} value={profit} />
        </Room>
      </Cell>
      <Cell label="%">
        <Room>
          <Amount result value={percent} decimals={PERCENT_DECIMALS} />
        </Room>
      </Cell>
    </>
  );
});

const Pair = ({ block: { symbol } }: { block: OrderBlock }) => (
  <>
    {symbol.baseCurrency}/<wbr />
    {symbol.counterCurrency}
  </>
);

/** A price change renders only these three cells. */
/** The market price; frozen while the row is out of view. */
function useSeenPrice(seen: boolean): Big | null {
  const price = useMarketPrice();
  const [shown, setShown] = useState(price);
  if (!seen || shown === price) return shown;
  setShown(price);
  return price;
}

function useResult(block: OrderBlock, seen: boolean): BlockResult {
  const price = useSeenPrice(seen);
  return useMemo(() => blockResult(block, price), [block, price]);
}

const LiveFigures = ({ row, ...props }: Omit<FiguresProps, 'result'> & { row: RefObject<Element | null> }) => (
  <Figures {...props} result={useResult(props.block, useInViewport(row))} />
);

const OTHERS = 'a, button, input, label, form';

interface Props {
  block: OrderBlock;
  /** Content of the first column. */
  date: ReactNode;
  /** Name of a copy's key, shown instead of the pair. */
  name?: string;
  className?: string | undefined;
  /** Cells from Position on. */
  children: ReactNode;
}

/** One key's order. A press or Enter toggles between base and counter currency. */
export function RowFrame({ block, date, name, className, children }: Props) {
  const [inBase, setInBase] = useState(false);
  const row = useRef<HTMLTableRowElement>(null);
  const press = ({ target }: MouseEvent) => {
    const other = target instanceof Element && target.closest(OTHERS);
    if (!other || other.classList.contains(styles.value ?? '')) setInBase(!inBase);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) setInBase(!inBase);
  };
  return (
    <tr
      ref={row}
      tabIndex={0}
      className={classes(styles.row, className)}
      data-key={block.keyUid}
      onClick={press}
      onKeyDown={onKeyDown}
    >
      <Cell label="Date" className={styles.date}>
        {date}
      </Cell>
      <Cell label="Price">
        <Price block={block} />
      </Cell>
      <Cell label={name === undefined ? 'Coin pair' : 'Key'} className={styles.name}>
        {name === undefined ? <Pair block={block} /> : <bdi>{name}</bdi>}
      </Cell>
      <LiveFigures block={block} inBase={inBase} row={row} />
      {children}
    </tr>
  );
}
