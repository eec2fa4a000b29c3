import { X } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../ui/amount.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Progress } from '../../../ui/progress.tsx';
import { canRemove, filledPercent, STATUS } from './status.ts';
import styles from './order-rows.module.css';

/** The average of what was filled; before that the price asked for. */
export const Price = ({ block }: { block: OrderBlock }) => (
  <Amount
    value={block.firstFilledQuantity.gt(0) ? block.firstFilledPrice : block.firstPlacedPrice}
    decimals={block.counterRound}
  />
);

interface ValueProps {
  block: OrderBlock;
  inBase: boolean;
  onToggle: () => void;
}

export function Value({ block, inBase, onToggle }: ValueProps) {
  const { baseCurrency, counterCurrency } = block.symbol;
  return (
    <button
      type="button"
      className={styles.value}
      title={`Show in ${inBase ? counterCurrency : baseCurrency}`}
      onClick={onToggle}
    >
      {inBase ? (
        <Amount value={block.firstPlacedQuantity} decimals={block.baseRound} unit={baseCurrency} />
      ) : (
        <Amount value={block.firstPlacedCounterQuantity} decimals={4} unit={counterCurrency} />
      )}
    </button>
  );
}

export const Position = ({ block }: { block: OrderBlock }) => (
  <span className={styles.position}>
    <span className={block.section === 'buy' ? styles.buy : styles.sell}>
      {block.section === 'buy' ? 'Buy' : 'Sell'}
    </span>
    <span className={classes(styles.status, block.status === 'unconfirmed' && styles.doubt)}>
      {STATUS[block.status]}
    </span>
  </span>
);

export const Done = ({ block }: { block: OrderBlock }) => <Progress label="Filled" percent={filledPercent(block)} />;

interface RemoveProps {
  block: OrderBlock;
  /** Nothing is sent while the page is offline. */
  disabled: boolean;
  onRemove: (block: OrderBlock) => void;
}

export const RemoveButton = ({ block, disabled, onRemove }: RemoveProps) =>
  canRemove(block) ? (
    <IconButton
      icon={X}
      label={disabled ? 'Remove order (not while offline)' : 'Remove order'}
      disabled={disabled}
      onClick={() => onRemove(block)}
    />
  ) : null;
