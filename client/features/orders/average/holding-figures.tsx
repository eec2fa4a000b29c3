import type { Big } from 'big.js';
import type { ReactNode } from 'react';
import type { Holding } from '#contracts/average.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../ui/amount.tsx';
import styles from './average.module.css';

/** Of averages, which lie between the steps of a price. */
const EXTRA_DECIMALS = 2;
const MOST_DECIMALS = 8;

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const breakEvenText = (price: Big | null, block: OrderBlock) =>
  price ? <Amount value={price} decimals={block.counterRound} /> : 'Too little to close';

/** What one block would hold; `block` names the pair. */
export function HoldingFigures({ of, block, children }: { of: Holding; block: OrderBlock; children?: ReactNode }) {
  const { baseCurrency, counterCurrency, counterAmountDecimals } = block.symbol;
  const isBuy = block.section === 'buy';
  return (
    <dl className={styles.figures}>
      <Figure name={isBuy ? 'Bought' : 'Sold'}>
        <Amount value={of.quantity} decimals={block.baseRound} unit={baseCurrency} />
      </Figure>
      <Figure name={isBuy ? 'Spent' : 'Brought in'}>
        <Amount value={of.costs} decimals={counterAmountDecimals} unit={counterCurrency} />
      </Figure>
      <Figure name="Average price">
        <Amount
          value={of.averagePrice}
          decimals={Math.min(block.counterRound + EXTRA_DECIMALS, MOST_DECIMALS)}
          unit={counterCurrency}
        />
      </Figure>
      <Figure name="Break-even, fees included">{breakEvenText(of.breakEven, block)}</Figure>
      <Figure name={isBuy ? 'Can be sold' : 'Is bought back'}>
        <Amount value={of.sellable} decimals={block.baseRound} unit={baseCurrency} />
      </Figure>
      {children}
    </dl>
  );
}
