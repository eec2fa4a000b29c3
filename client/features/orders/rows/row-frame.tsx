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
import { type BlockResult, blockResult } from '../figures/block-result.ts';
import { earnedCurrency, Price, Profit, Size, Value } from '../figures/figures.tsx';
import styles from './rows.module.css';
import type { Big } from 'big.js';
import { useMarketPrice } from '../market-price.ts';

interface CellProps {
  /** Column header, shown above the value in an unfolded card. */
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
  onTurn: () => void;
  result: BlockResult;
}

/** A containment box, so that a price change does not lay out the rest of the row. */
const Room = ({ children }: { children: ReactNode }) => <span className={styles.room}>{children}</span>;

const Figures = memo(function Figures({ block, inBase, onTurn, result: { value, profit, percent } }: FiguresProps) {
  const { baseCurrency, counterCurrency } = block.symbol;
  return (
    <>
      <Cell label="Value" className={styles.valueCell}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.value}
          title={`Show in ${inBase ? counterCurrency : baseCurrency}`}
          onClick={onTurn}
        >
          <Room>
            <Value block={block} value={value} inBase={inBase} />
          </Room>
        </button>
      </Cell>
      <Cell label={`Profit ${earnedCurrency(block)}`} className={styles.profit}>
        <Room>
          <Profit bare block={block} value={profit} />
        </Room>
      </Cell>
      <Cell label="%" className={styles.percent}>
        <Room>
          <Amount result value={percent} decimals={PERCENT_DECIMALS} unit="%" />
        </Room>
      </Cell>
    </>
  );
});

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

/** A price change renders only these three cells. */
const LiveFigures = ({ row, ...props }: Omit<FiguresProps, 'result'> & { row: RefObject<Element | null> }) => (
  <Figures {...props} result={useResult(props.block, useInViewport(row))} />
);

const OTHERS = 'a, button, input, label, form';

interface Props {
  block: OrderBlock;
  /** Cells before the price. */
  lead: ReactNode;
  /** What a press on a card does; true if this is a card. */
  onPressCard?: () => boolean;
  className?: string | undefined;
  /** Cells from the targets on. */
  children: ReactNode;
}

/** One key's order. A press or Enter toggles between base and counter currency; a press on a card unfolds it. */
export function RowFrame({ block, lead, onPressCard, className, children }: Props) {
  const [inBase, setInBase] = useState(false);
  const row = useRef<HTMLTableRowElement>(null);
  const turn = () => setInBase(!inBase);
  const press = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(OTHERS)) return;
    if (!onPressCard?.()) turn();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) turn();
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
      {lead}
      <Cell label="Price" className={styles.price}>
        <Price block={block} />
      </Cell>
      <Cell label="Size" className={styles.size}>
        <Size block={block} />
      </Cell>
      <LiveFigures block={block} inBase={inBase} onTurn={turn} row={row} />
      {children}
    </tr>
  );
}
