import type { Big } from 'big.js';
import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { bringAverage, goalFault, type AverageGoal } from '#contracts/rules/bring-average.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from './average.module.css';
import { Figure } from './holding-figures.tsx';

/** A purchase that the order form is filled with. */
export interface WantedPurchase {
  price: Big;
  quantity: Big;
}

interface Props {
  block: OrderBlock;
  /** Base units held after fees, and what was spent on them. */
  held: Big;
  spent: Big;
  onFill: (purchase: WantedPurchase) => void;
}

const AVERAGE_DECIMALS = 8;
const positive = (text: string): Big | null => {
  const amount = readNumber(text);
  return amount?.gt(0) ? amount : null;
};

function Purchase({ wanted, block, onFill }: { wanted: AverageGoal; block: OrderBlock; onFill: Props['onFill'] }) {
  const fault = goalFault(wanted);
  if (fault !== null)
    return (
      <p className={styles.refused} role="alert">
        {fault}
      </p>
    );
  const { quantity, costs, averageThen } = bringAverage(wanted);
  const { baseCurrency, counterCurrency, counterAmountDecimals } = block.symbol;
  return (
    <div className={styles.bring}>
      <dl className={styles.figures}>
        <Figure name="Buy">
          <Amount value={quantity} decimals={block.baseRound} unit={baseCurrency} />
        </Figure>
        <Figure name="Cost">
          <Amount value={costs} decimals={counterAmountDecimals} unit={counterCurrency} />
        </Figure>
        <Figure name="Cost of a coin then">
          <Amount value={averageThen} decimals={AVERAGE_DECIMALS} />
        </Figure>
      </dl>
      <Button variant="quiet" onClick={() => onFill({ price: wanted.price, quantity })}>
        Fill the order form
      </Button>
      <p className={styles.reason}>Nothing is ordered yet: you place the order in the form.</p>
    </div>
  );
}

/** AV-5: how much to buy at a price so that a coin has cost no more than the goal. */
export function BringTo({ block, held, spent, onFill }: Props) {
  const [texts, setTexts] = useState({ price: '', goal: '' });
  const [price, goal] = [positive(texts.price), positive(texts.goal)];
  const fee = block.books?.fee;
  const wanted = price && goal && fee ? { held, spent, price, goal, fee, step: block.baseQuantityStep } : null;
  return (
    <Disclosure title="Bring the average to">
      <div className={styles.targets}>
        <Field
          decimal
          label="New average"
          value={texts.goal}
          onChange={({ target }) => setTexts({ ...texts, goal: cleanNumber(target.value, AVERAGE_DECIMALS) })}
        />
        <Field
          decimal
          label="By buying at"
          value={texts.price}
          onChange={({ target }) => setTexts({ ...texts, price: cleanNumber(target.value, block.counterRound) })}
        />
      </div>
      {wanted ? <Purchase wanted={wanted} block={block} onFill={onFill} /> : null}
    </Disclosure>
  );
}
