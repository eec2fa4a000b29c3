import type { Big } from 'big.js';
import { floored, openQuantity, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { isUnplaced, percentOf, STATUS } from './block-state.ts';
import styles from './figures.module.css';
import progressStyles from './progress.module.css';

export const pairLabel = ({ symbol }: OrderBlock): string => `${symbol.baseCurrency}/${symbol.counterCurrency}`;

/** Currency in which the block earns. */
export const earnedCurrency = ({ counterEarning, symbol }: OrderBlock): string =>
  counterEarning ? symbol.counterCurrency : symbol.baseCurrency;

export const earnedDecimals = ({ counterEarning, symbol }: OrderBlock): number =>
  counterEarning ? symbol.counterAmountDecimals : symbol.baseAmountDecimals;

/** 0 means that the stage was not reached. */
const reached = (amount: Big): Big | null => (amount.gt(0) ? amount : null);

/** Average fill price, or the limit price before the first fill. */
export const Price = ({ block }: { block: OrderBlock }) => (
  <Amount value={reached(block.firstFilledPrice) ?? reached(block.firstPlacedPrice)} decimals={block.counterRound} />
);

interface ValueProps {
  block: OrderBlock;
  /** In counter currency. */
  value: Big | null;
  inBase: boolean;
}

export function Value({ block, value, inBase }: ValueProps) {
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = block.symbol;
  const ordered = isUnplaced(block) ? null : reached(block.firstPlacedQuantity);
  const quantity = reached(openQuantity(block)) ?? ordered;
  // The currency may wrap to the next line.
  return inBase ? (
    <>
      <Amount value={quantity} decimals={block.baseRound} /> {baseCurrency}
    </>
  ) : (
    <>
      <Amount value={value && floored(value, decimals)} decimals={decimals} /> {counterCurrency}
    </>
  );
}

/** A loss is rounded away from zero, so that it is never understated. */
export function Profit({ block, value, bare = false }: { block: OrderBlock; value: Big | null; bare?: boolean }) {
  const decimals = earnedDecimals(block);
  const unit = bare ? {} : { unit: earnedCurrency(block) };
  return <Amount result value={value && floored(value, decimals)} decimals={decimals} {...unit} />;
}

export const Percent = ({ value }: { value: Big | null }) => (
  <Amount result value={value} decimals={PERCENT_DECIMALS} unit="%" />
);

export const SideLabel = ({ section }: OrderBlock) => (
  <span className={section === 'buy' ? styles.buy : styles.sell}>{section === 'buy' ? 'Buy' : 'Sell'}</span>
);

/** `copies` summarizes failed copies. */
export function Status({ block, copies = null }: { block: OrderBlock; copies?: string | null }) {
  const isDoubtful = block.status === 'unconfirmed' || block.interference || copies !== null;
  return (
    <span className={classes(styles.status, isDoubtful && styles.doubt)}>
      {block.interference ? 'Changed externally' : STATUS[block.status]}
      {copies === null ? null : `, ${copies}`}
    </span>
  );
}

interface ProgressProps {
  label: string;
  /** 0 to 100. */
  percent: string;
  tone?: 'profit' | 'loss' | 'doubt';
}

const Progress = ({ label, percent, tone = 'profit' }: ProgressProps) => (
  <span className={progressStyles.progress}>
    <progress
      className={classes(progressStyles.bar, progressStyles[tone])}
      max={100}
      value={Number(percent)}
      aria-label={label}
    />
    <span className={progressStyles.text}>{percent}%</span>
  </span>
);

/**
 * Progress of the entry and of its targets: green for take profit, red for stop loss, amber for an entry with failed
 * copies.
 */
export function Done({ block, doubt = false }: { block: OrderBlock; doubt?: boolean }) {
  const { secondTakeProfitFilledQuantity: profit, secondStopLossFilledQuantity: loss } = block;
  return (
    <span className={styles.done}>
      <Progress label="Filled" tone={doubt ? 'doubt' : 'profit'} percent={block.filledQuantity.toFixed()} />
      {profit.gt(0) ? (
        <Progress label="Take profit filled" percent={percentOf(profit, block.secondTakeProfitPlacedQuantity)} />
      ) : null}
      {loss.gt(0) ? (
        <Progress tone="loss" label="Stop loss filled" percent={percentOf(loss, block.secondStopLossPlacedQuantity)} />
      ) : null}
    </span>
  );
}

const LOOK = { plain: styles.plain, doubt: styles.doubt, alarm: styles.alarm };

export const Note = ({ tone, children }: { tone: keyof typeof LOOK; children: string }) => (
  <span className={classes(styles.note, LOOK[tone])}>{children}</span>
);
