import type { BasketPlanned } from '#contracts/bot-preview.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { readPositive } from '../../../lib/read-positive.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { classes } from '../../../ui/classes.ts';
import figureRows from '../../../ui/figure-rows.module.css';
import create from '../create/create.module.css';
import { amount } from '../create/receipt-rows.ts';
import { digits } from '../decimals.ts';
import styles from './basket.module.css';
import { worstRow } from './worst-row.ts';
import type { BasketForm } from './use-basket-form.ts';

type Planned = BasketPlanned['assets'][number];

function TradeRow({ of, counter, total }: { of: Planned; counter: string; total: BasketPlanned['total'] }) {
  const { asset, percent, worth, trade } = of;
  const weight = total.gt(0) ? worth.div(total).times(100) : null;
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td>{weight ? `${weight.toFixed(1)}%` : '—'}</td>
      <td>{percent}%</td>
      <td className={trade ? create[trade.side] : undefined}>
        {trade
          ? `${trade.side}s ${formatAmount(trade.quantity, digits(trade.quantity))} (${amount(trade.worth, counter)})`
          : '—'}
      </td>
    </tr>
  );
}

/** When it is rebalanced, in one sentence. */
export function whenText({ threshold, every }: Pick<BasketForm['draft'], 'threshold' | 'every'>): string {
  const far = threshold ? `when a part is ${threshold} points away from its target` : null;
  const time = every ? `every ${every} hours, where a part is half a point away` : null;
  const when = [far, time].filter((text) => text !== null).join(', and ');
  return when ? `Rebalanced ${when}; at most once in ten minutes.` : 'Enter when it is to be rebalanced.';
}

const OTHERS = new Set(['assets', 'invest', 'threshold', 'every', 'name', 'stop.loss', 'stop.at']);
const isShown = (field: string): boolean => OTHERS.has(field) || field.startsWith('assets.');

function WorstRow({ form: { draft }, total }: { form: BasketForm; total: BasketPlanned['total'] }) {
  const { label, text, tone } = worstRow({ total, counter: draft.counter }, draft.stops);
  return (
    <div>
      <dt>{label}</dt>
      <dd className={tone && create[tone]}>{text}</dd>
    </div>
  );
}

/** What a start would trade and keep. */
export function BasketReceipt({ form }: { form: BasketForm }) {
  const { draft, planned, previewError, read, faults } = form;
  const { counter } = draft;
  if (!planned && previewError) return <ErrorState error={previewError} onRetry={form.retryPreview} />;
  const others = Object.entries(faults).filter(([field]) => !isShown(field));
  return (
    <section className={create.receipt} aria-label="Receipt">
      {others.map(([field, { text }]) => (
        <p key={field} role="alert" className={create.fault}>
          {text}
        </p>
      ))}
      {planned ? (
        <>
          <table className={classes(styles.trades, !form.isFresh && create.old)}>
            <thead>
              <tr>
                <th scope="col">Asset</th>
                <th scope="col">Now</th>
                <th scope="col">Target</th>
                <th scope="col">At the start</th>
              </tr>
            </thead>
            <tbody>
              {planned.assets.map((of) => (
                <TradeRow key={of.asset} of={of} counter={counter} total={planned.total} />
              ))}
            </tbody>
          </table>
          <dl className={figureRows.rows}>
            <div>
              <dt>Worth now</dt>
              <dd>{amount(planned.total, counter)}</dd>
            </div>
            <div>
              <dt>Stays in {counter}</dt>
              <dd>{amount(planned.left, counter)}</dd>
            </div>
            <WorstRow form={form} total={planned.total} />
          </dl>
          <p className={create.small}>
            Orders fill at once within half a percent of the last price, or not at all. {whenText(draft)} Between two
            looks, one a minute, nothing is watched.
          </p>
        </>
      ) : 'faults' in read || form.isFresh ? (
        <p className={create.small}>The receipt appears once all fields are valid.</p>
      ) : (
        <Skeleton lines={6} label="Loading the receipt" />
      )}
    </section>
  );
}

/** What the basket takes of the account: '250.00 USDT and 0.0045 BTC'. */
export function basketNeeds({ planned, draft }: BasketForm): string {
  const coins = (planned?.assets ?? []).filter(({ asset, held }) => asset !== draft.counter && held.gt(0));
  const invest = readPositive(draft.invest);
  return [
    ...(invest ? [`${formatAmount(invest, seenDecimals(invest, 2))}\u00a0${draft.counter}`] : []),
    ...coins.map(({ asset, held }) => `${formatAmount(held, seenDecimals(held, 0))}\u00a0${asset}`),
  ].join(' and ');
}
