import type { Big } from 'big.js';
import { floored, openQuantity, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { STATUS } from '#contracts/rules/block-words.ts';
import { isUnplaced, percentOf } from './block-state.ts';
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

/** Base units that it holds, or that were ordered; null if nothing was. */
function sizeOf(block: OrderBlock): Big | null {
  const ordered = isUnplaced(block) ? null : reached(block.firstPlacedQuantity);
  return reached(openQuantity(block)) ?? ordered;
}

export const Size = ({ block }: { block: OrderBlock }) => (
  <Amount value={sizeOf(block)} decimals={block.baseRound} unit={block.symbol.baseCurrency} />
);

interface ValueProps {
  block: OrderBlock;
  /** In counter currency. */
  value: Big | null;
  inBase: boolean;
}

export function Value({ block, value, inBase }: ValueProps) {
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = block.symbol;
  // The currency may wrap to the next line.
  return inBase ? (
    <>
      <Amount value={sizeOf(block)} decimals={block.baseRound} /> {baseCurrency}
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

/** `doubt`: some of its copies failed. */
export function Status({ block, doubt = false }: { block: OrderBlock; doubt?: boolean }) {
  const isDoubtful = block.status === 'unconfirmed' || block.interference || doubt;
  return (
    <span className={classes(styles.status, isDoubtful && styles.doubt)}>
      {block.interference ? 'Changed externally' : STATUS[block.status]}
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
    <span className={progressStyles.text}>{percent}%</span>
    <progress
      className={classes(progressStyles.bar, progressStyles[tone])}
      max={100}
      value={Number(percent)}
      aria-label={label}
    />
  </span>
);

const isPart = (percent: string): boolean => Number(percent) > 0 && Number(percent) < 100;

/**
 * While only a part is done: progress of the entry and of its targets, green for take profit, red for stop loss, amber
 * for an entry with failed copies.
 */
export function Done({ block, doubt = false }: { block: OrderBlock; doubt?: boolean }) {
  const { secondTakeProfitFilledQuantity: profit, secondStopLossFilledQuantity: loss } = block;
  const bars: ProgressProps[] = [
    { label: 'Filled', tone: doubt ? 'doubt' : 'profit', percent: block.filledQuantity.toFixed() },
    { label: 'Take profit filled', percent: percentOf(profit, block.secondTakeProfitPlacedQuantity) },
    { label: 'Stop loss filled', tone: 'loss', percent: percentOf(loss, block.secondStopLossPlacedQuantity) },
  ];
  const shown = bars.filter(({ percent }) => isPart(percent));
  if (shown.length === 0) return null;
  return (
    <span className={styles.done}>
      {shown.map((bar) => (
        <Progress key={bar.label} {...bar} />
      ))}
    </span>
  );
}

const LOOK = { plain: styles.plain, doubt: styles.doubt, alarm: styles.alarm };

export const Note = ({ tone, children }: { tone: keyof typeof LOOK; children: string }) => (
  <span className={classes(styles.note, LOOK[tone])}>{children}</span>
);
