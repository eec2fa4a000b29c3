import { Big } from 'big.js';
import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { openBooks, wholeQuantity } from '#contracts/rules/open-result.ts';
import { partFault, shareOf } from '#contracts/rules/part-close.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { targetPrice } from '../../targets.ts';
import { isHeld } from '../../figures/block-state.ts';
import styles from './ending.module.css';

const SHARES = [
  { value: '0.25', label: '25%' },
  { value: '0.5', label: '50%' },
  { value: '0.75', label: '75%' },
  { value: 'all', label: 'All' },
];

const UNKNOWN = 'How much this block holds is not known now. You can close all of it.';

const heldBy = (part: OrderBlock, price: Big | null): Big | null => {
  const books = openBooks(part);
  return books && price && wholeQuantity(books.moved, books, price);
};

function faultOf(main: OrderBlock, quantity: Big, { held, price }: { held: Big; price: Big }): string | null {
  const { baseQuantityStep: step, minCounterQuantity: minNotional, baseCurrency } = main.symbol;
  const exits = [targetPrice(main, 'takeProfit'), targetPrice(main, 'stopLoss')].flatMap((at) => at ?? []);
  const rules = { step, minQuantity: step, minNotional, most: null };
  return partFault(quantity, { ...rules, held, market: price, lowest: min(price, ...exits) }, baseCurrency);
}

/** Whether a part of what this order holds can be closed at all. */
export const mayPart = (main: OrderBlock): boolean => isHeld(main) && main.status !== 'partly-filled';

interface Chosen {
  share: string;
  typed: string;
}

/** Base units of the part; null where all of it is to be closed. */
function partOf(main: OrderBlock, { share, typed }: Chosen, held: Big): Big | null {
  const { baseQuantityStep: step } = main.symbol;
  return share === 'other' ? floorTo(step, readNumber(typed) ?? ZERO) : shareOf(held, new Big(share), step);
}

/** The part of a block that is to be closed; `first` is the share that is chosen at first. */
export function usePart(main: OrderBlock | undefined, first: Chosen['share']) {
  const price = useMarketPrice();
  const [chosen, setChosen] = useState<Chosen>({ share: first, typed: '' });
  const held = main && mayPart(main) ? heldBy(main, price) : null;
  const whole = { main, held, price, ...chosen, setChosen, quantity: null, fault: null };
  if (!main || chosen.share === 'all') return whole;
  // A part that is not known is never taken for all of it.
  if (!held || !price) return { ...whole, fault: UNKNOWN };
  const quantity = partOf(main, chosen, held);
  const fault = quantity?.gt(0) ? faultOf(main, quantity, { held, price }) : 'Enter an amount.';
  return { ...whole, quantity, fault };
}

type Part = ReturnType<typeof usePart>;

const Shares = ({ part: { share, typed, setChosen } }: { part: Part }) => (
  <Segments
    label="How much to close"
    labelHidden
    wide
    options={SHARES}
    value={share}
    onChange={(next) => setChosen({ share: next, typed })}
  />
);

/** 25, 50 or 75 percent, an amount, or all of it. */
export function PartChoice({ part }: { part: Part }) {
  const { main, held, price, share, typed, quantity, fault } = part;
  if (!main || held?.lte(0)) return null;
  if (!held || !price)
    return fault === null ? null : (
      <>
        <Shares part={part} />
        <p role="alert">{fault}</p>
      </>
    );
  return (
    <>
      <Shares part={part} />
      <Field
        label="Amount"
        decimal
        value={share === 'other' ? typed : (quantity ?? held).toFixed()}
        error={fault}
        hint={share === 'all' ? '\u00a0' : 'The rest keeps its targets.'}
        trailing={main.symbol.baseCurrency}
        onChange={(event) => part.setChosen({ share: 'other', typed: cleanNumber(event.target.value, main.baseRound) })}
      />
    </>
  );
}

/** What each key closes: copies the same share of their own. */
export function PartLines({ part, orders }: { part: Part; orders: readonly OrderBlock[] }) {
  const { main, held, price, quantity } = part;
  if (!main || !held || !price || !quantity) return null;
  return orders.filter(isHeld).map((order) => {
    const own = heldBy(order, price);
    const closing = own && floorTo(order.baseQuantityStep, own.times(quantity).div(held));
    return (
      <div key={order.keyUid} className={styles.part}>
        {orders.length > 1 ? <strong>{order.connectorName}</strong> : null}
        <p>
          <Amount value={closing} decimals={order.baseRound} unit={order.symbol.baseCurrency} /> of{' '}
          <Amount value={own} decimals={order.baseRound} /> {order.section === 'buy' ? 'are sold' : 'are bought back'}{' '}
          at market, about{' '}
          <Amount
            value={closing?.times(price)}
            decimals={order.symbol.counterAmountDecimals}
            unit={order.symbol.counterCurrency}
          />
          .
        </p>
      </div>
    );
  });
}
