import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useInSight } from '../../../lib/use-in-sight.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { isUnplaced } from './block-state.ts';
import { earnedCurrency, Price, Profit, Value } from './figures.tsx';
import styles from './rows.module.css';
import { type Result, useResult } from './use-result.ts';

interface CellProps {
  /** Its column's title, which a card shows above it. */
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
  result: Result;
}

/** What changes with the price has room of its own in a wide row: nothing around it is laid out with it. */
const Room = ({ children }: { children: ReactNode }) => <span className={styles.room}>{children}</span>;

const Figures = memo(function Figures({ block, inBase, result: { value, profit, percent } }: FiguresProps) {
  const { baseCurrency, counterCurrency } = block.symbol;
  const unplaced = isUnplaced(block);
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
          <Profit bare block={block} value={unplaced ? null : profit} />
        </Room>
      </Cell>
      <Cell label="%">
        <Room>
          <Amount result value={unplaced ? null : percent} decimals={PERCENT_DECIMALS} />
        </Room>
      </Cell>
    </>
  );
});

/** Breaks between its coins, if anywhere. */
const Pair = ({ block: { symbol } }: { block: OrderBlock }) => (
  <>
    {symbol.baseCurrency}/<wbr />
    {symbol.counterCurrency}
  </>
);

/** The figures that follow the market price: a tick renders these three cells and nothing else of the row. */
const LiveFigures = ({ row, ...props }: Omit<FiguresProps, 'result'> & { row: RefObject<Element | null> }) => (
  <Figures {...props} result={useResult(props.block, useInSight(row))} />
);

const OTHERS = 'a, button, input, label, form';

interface Props {
  block: OrderBlock;
  /** In the first column. */
  date: ReactNode;
  /** In the place of the pair, which every row shares: the name of a copy's key. */
  name?: string;
  className?: string | undefined;
  /** The cells from Position on. */
  children: ReactNode;
}

/** One key's part of a block. A press, or Enter, shows its quantity in the other currency. */
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
