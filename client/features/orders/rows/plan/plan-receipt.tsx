import type { Big } from 'big.js';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { Amount } from '../../../../ui/amount.tsx';
import styles from './plan.module.css';
import type { PlanPlace } from './plan-draft.ts';

const Result = ({ place, value }: { place: PlanPlace; value: Big }) => (
  <Amount
    result
    value={floored(value, place.counterAmountDecimals)}
    decimals={place.counterAmountDecimals}
    unit={place.counterCurrency}
  />
);

const HOLDERS = { exchange: 'the exchange', server: 'this server', none: 'none' } as const;

/** Who holds what before the press, and what the deal comes to either way. */
export function PlanReceipt({ place, of }: { place: PlanPlace; of: PlannedExits }) {
  const { slices, warnings, protection, results, stop: begins } = of;
  return (
    <>
      {slices.length > 0 ? (
        <ol className={styles.slices} aria-label="Parts of the plan">
          {slices.map(({ targets, price, quantity, takeProfit, stop }) => (
            <li key={targets.join()}>
              <Amount value={quantity} decimals={place.baseRound} unit={place.baseCurrency} /> at{' '}
              <Amount value={price} decimals={place.counterRound} />
              <span className={styles.held}>
                target: {HOLDERS[takeProfit]}
                {stop === 'none' ? '' : ` · stop: ${HOLDERS[stop]}`}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {begins?.movedBy ? (
        <p>
          The stop begins at <Amount value={begins.at} decimals={place.counterRound} />{' '}
          {begins.movedBy === 'exchange'
            ? 'and is moved by the exchange.'
            : 'and is moved by this server, on the exchange, at most every 5 s.'}
        </p>
      ) : null}
      {warnings.map((warning) => (
        <p key={warning} className={styles.refused}>
          {warning}
        </p>
      ))}
      {results ? (
        <dl className={styles.results}>
          <div>
            <dt>If every take profit fills</dt>
            <dd>{results.atTargets ? <Result place={place} value={results.atTargets} /> : '—'}</dd>
          </div>
          <div>
            <dt>If the stop comes first</dt>
            <dd>{results.atStop ? <Result place={place} value={results.atStop} /> : 'no stop loss'}</dd>
          </div>
        </dl>
      ) : null}
      {protection ? (
        <p className={styles.held}>
          Held by: {protection.label}. {protection.away}
        </p>
      ) : null}
    </>
  );
}
