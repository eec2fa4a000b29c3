import type { Big } from 'big.js';
import type { ReactNode } from 'react';
import { floored, PERCENT_DECIMALS, PROFIT_DECIMALS } from '#contracts/rules/open-result.ts';
import { ESTIMATED_FEE, type Receipt as Entry, TOTAL_DECIMALS } from '#contracts/rules/order-total.ts';
import { Amount } from '../../../ui/amount.tsx';
import styles from './order-form.module.css';
import { resultAt, type Target, type TargetField, type Terms } from './targets.ts';

const FEE_DECIMALS = 4;

interface Props {
  /** Of the fee null: the server has not said it yet. */
  terms: Omit<Terms, 'fee'> & { fee: Big | null };
  /** Null while the form is no order. */
  receipt: Entry | null;
  targets: Record<Target, TargetField>;
  deepestStop: Big | null;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function feeName(fee: Big | null): string {
  if (!fee) return `Fee, estimated ${ESTIMATED_FEE.times(100).toFixed()}%`;
  return fee.eq(0) ? 'Fee, in another asset' : `Fee ${fee.times(100).toFixed()}%`;
}

function Result({ of, terms }: { of: ReturnType<typeof resultAt>; terms: Props['terms'] }) {
  if (!of) return '—';
  const { baseCurrency, counterCurrency } = terms.pair;
  return (
    <span className={styles.result}>
      <Amount
        value={floored(of.profit, PROFIT_DECIMALS)}
        decimals={PROFIT_DECIMALS}
        unit={terms.counterEarning ? counterCurrency : baseCurrency}
        result
      />
      <Amount value={floored(of.percent, PERCENT_DECIMALS)} decimals={PERCENT_DECIMALS} unit="%" />
    </span>
  );
}

const WORDS = { buy: { quantity: 'You buy', cost: 'Cost' }, sell: { quantity: 'You sell', cost: 'You get' } };

const EntryFacts = ({ terms: { side, pair, fee }, receipt }: Props) => (
  <>
    <Fact name={WORDS[side].quantity}>
      <Amount value={receipt?.quantity} decimals={pair.baseRound} unit={pair.baseCurrency} />
    </Fact>
    <Fact name={WORDS[side].cost}>
      <Amount value={receipt?.cost} decimals={TOTAL_DECIMALS} unit={pair.counterCurrency} />
    </Fact>
    <Fact name={feeName(fee)}>
      <Amount value={fee?.eq(0) ? null : receipt?.fee} decimals={FEE_DECIMALS} unit={receipt?.feeCurrency ?? ''} />
    </Fact>
    <Fact name="Break-even">
      <Amount value={receipt?.breakEven} decimals={pair.counterRound} unit={pair.counterCurrency} />
    </Fact>
  </>
);

function TargetFacts({ terms, receipt, targets, deepestStop }: Props) {
  const { pair, fee } = terms;
  const known = { ...terms, fee: fee ?? ESTIMATED_FEE };
  const at = (target: Target) => <Result of={receipt && resultAt(receipt, targets[target], known)} terms={terms} />;
  const hasStop = targets.stopLoss.price !== null;
  return (
    <>
      <Fact name="Take profit earns">{at('takeProfit')}</Fact>
      {hasStop || !deepestStop ? (
        <Fact name="Worst protected loss">{hasStop ? at('stopLoss') : 'No stop loss'}</Fact>
      ) : (
        <Fact name="No stop loss; deepest">
          <Amount value={deepestStop} decimals={pair.counterRound} unit={pair.counterCurrency} />
        </Fact>
      )}
    </>
  );
}

/** What the order comes to, before the click; its place is kept while the form is none. */
export const Receipt = (props: Props) => (
  <dl className={styles.receipt} aria-label="What this order comes to">
    <EntryFacts {...props} />
    <TargetFacts {...props} />
  </dl>
);
