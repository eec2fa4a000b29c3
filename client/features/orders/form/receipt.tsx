import { Big } from 'big.js';
import type { ReactNode } from 'react';
import type { Earned } from '#contracts/rules/earning.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { ESTIMATED_FEE, type Receipt as Entry } from '#contracts/rules/order-total.ts';
import { rewardToRisk } from '#contracts/rules/risk-size.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Help } from '../../../ui/help.tsx';
import styles from './order-form.module.css';
import type { FundedKey } from './use-order-form.ts';
import { resultAt, type Target, type TargetField, type Terms } from '../typed-price.ts';

interface Props {
  /** The fee is null until the server has answered. */
  terms: Omit<Terms, 'fee'> & { fee: Big | null };
  /** Null while the form is incomplete. */
  receipt: Entry | null;
  /** Null where a plan shows its own results. */
  targets: Record<Target, TargetField> | null;
  tradingKey: FundedKey;
}

const Fact = ({ name, help, children }: { name: string; help?: ReactNode; children: ReactNode }) => (
  <div>
    <dt>
      {name}
      {help}
    </dt>
    <dd>{children}</dd>
  </div>
);

function feeName(fee: Big | null): string {
  if (!fee) return `Fee, estimated ${ESTIMATED_FEE.times(100).toFixed()}%`;
  return fee.eq(0) ? 'Fee, in another asset' : `Fee ${fee.times(100).toFixed()}%`;
}

const EARNS = 'Take profit earns';

function resultName(name: string, { percent, profit }: Earned): string {
  const share = floored(percent, PERCENT_DECIMALS);
  return name === EARNS && profit.lt(0)
    ? `Take profit loses ${formatAmount(share.abs(), PERCENT_DECIMALS)}% after fees`
    : `${name} ${formatAmount(share, PERCENT_DECIMALS)}%`;
}

/** Result at a target. */
function Result({ name, of, terms }: { name: string; of: Earned | null; terms: Props['terms'] }) {
  const { baseCurrency, counterCurrency } = terms.pair;
  const decimals = terms.counterEarning ? terms.pair.counterAmountDecimals : terms.pair.baseAmountDecimals;
  return (
    <Fact name={of ? resultName(name, of) : name}>
      <Amount
        value={of && floored(of.profit, decimals)}
        decimals={decimals}
        unit={terms.counterEarning ? counterCurrency : baseCurrency}
        result
      />
    </Fact>
  );
}

const TEXTS = { buy: { quantity: 'You buy', cost: 'Cost' }, sell: { quantity: 'You sell', cost: 'You get' } };

function feeDecimals(receipt: Props['receipt'], { baseCurrency, ...pair }: Props['terms']['pair']): number {
  const decimals = receipt?.feeCurrency === baseCurrency ? pair.baseAmountDecimals : pair.counterAmountDecimals;
  return seenDecimals(receipt?.fee, decimals);
}

const SUMMARY =
  'What this order becomes on the exchange, rounded to its steps: amount, cost, fee and the result at each target, fees taken off. It is computed before you press; copies on other keys are listed below.';
const BREAK_EVEN = 'The price at which closing would neither gain nor lose, with the fees of both ways.';

const EntryFacts = ({ terms: { side, pair, fee }, receipt }: Props) => (
  <>
    <Fact name={TEXTS[side].quantity} help={<Help about="this summary">{SUMMARY}</Help>}>
      <Amount value={receipt?.quantity} decimals={pair.baseRound} unit={pair.baseCurrency} />
    </Fact>
    <Fact name={TEXTS[side].cost}>
      <Amount value={receipt?.cost} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />
    </Fact>
    <Fact name={feeName(fee)}>
      <Amount
        value={fee?.eq(0) ? null : receipt?.fee}
        decimals={feeDecimals(receipt, pair)}
        unit={receipt?.feeCurrency ?? ''}
      />
    </Fact>
    <Fact name="Break-even" help={<Help about="break-even">{BREAK_EVEN}</Help>}>
      <Amount value={receipt?.breakEven} decimals={pair.counterRound} unit={pair.counterCurrency} />
    </Fact>
  </>
);

const RATIO_DECIMALS = 2;

/** Reward for each unit of risk, and what the stop would take of the key. */
function RiskFacts({ profit, loss, worth }: { profit: Big | null; loss: Big | null; worth: Big | null }) {
  const ratio = profit && loss && rewardToRisk(profit, loss);
  const share = loss?.gt(0) && worth?.gt(0) ? loss.div(worth).times(100) : null;
  return (
    <>
      <Fact name="Reward : risk">
        {ratio ? `${formatAmount(ratio.round(RATIO_DECIMALS, 0), RATIO_DECIMALS)} : 1` : '—'}
      </Fact>
      <Fact name="Risk of this key">
        {share ? `${formatAmount(share.round(RATIO_DECIMALS, Big.roundUp), RATIO_DECIMALS)}%` : '—'}
      </Fact>
    </>
  );
}

/** A sale risks no set amount: the price may rise without a bound. */
function NoStop({ terms: { side, pair }, risked }: { terms: Props['terms']; risked: Big | null }) {
  const amount = side === 'buy' ? risked : null;
  return (
    <Fact name={amount ? 'No stop loss: your whole' : 'No stop loss'}>
      <Amount value={amount} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />
      {amount ? ' is at risk' : null}
    </Fact>
  );
}

function TargetFacts({ terms, receipt, targets, tradingKey }: Props & { targets: Record<Target, TargetField> }) {
  const known = { ...terms, fee: terms.fee ?? ESTIMATED_FEE };
  const at = (target: Target) => receipt && resultAt(receipt, targets[target], known);
  const [takeProfit, stopLoss] = [at('takeProfit'), at('stopLoss')];
  return (
    <>
      <Result name={EARNS} of={takeProfit} terms={terms} />
      {targets.stopLoss.price ? (
        <>
          <Result name="Worst loss" of={stopLoss} terms={terms} />
          <RiskFacts
            profit={takeProfit?.profit ?? null}
            loss={stopLoss?.profit.times(-1) ?? null}
            worth={terms.counterEarning ? tradingKey.worth : null}
          />
        </>
      ) : (
        <NoStop terms={terms} risked={receipt?.cost ?? null} />
      )}
    </>
  );
}

/** Cost, fee and results before placing; its space is reserved while the form is incomplete. */
export const Receipt = (props: Props) => (
  <dl className={styles.receipt} aria-label="Order summary">
    <EntryFacts {...props} />
    {props.targets ? <TargetFacts {...props} targets={props.targets} /> : null}
  </dl>
);
