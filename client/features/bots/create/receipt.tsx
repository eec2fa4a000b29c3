import type { CopyPreview } from '#contracts/bot-preview.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { classes } from '../../../ui/classes.ts';
import figureRows from '../../../ui/figure-rows.module.css';
import styles from './create.module.css';
import { type BotKind, percent as percentText, receiptRows } from './receipt-rows.ts';
import type { BotForm } from './use-bot-form.ts';

const Copies = ({ copies, unit }: { copies: readonly CopyPreview[]; unit: string }) => (
  <ul className={styles.copies} aria-label="Copy keys">
    {copies.map(({ uid, connectorName, given, skipped }) => (
      <li key={uid}>
        <bdi>{connectorName}</bdi>:{' '}
        {skipped ?? `a run of its own with ${formatAmount(given, seenDecimals(given, 2))} ${unit}`}
      </li>
    ))}
  </ul>
);

function LevelTable({ form, kind }: { form: BotForm; kind: BotKind }) {
  const { preview, pair } = form;
  const ofDeals = kind === 'ladder';
  return (
    <Disclosure title={ofDeals ? 'All orders' : 'All levels'}>
      <table className={styles.levels}>
        <thead>
          <tr>
            <th scope="col">Buy</th>
            <th scope="col">Sell</th>
            <th scope="col">First</th>
            <th scope="col">{ofDeals ? 'Earns' : 'Round'}</th>
          </tr>
        </thead>
        <tbody>
          {preview?.plan?.levels.toReversed().map(({ number, buyPrice, sellPrice, startsBy, buys, sells, percent }) => (
            <tr key={number}>
              <td>{formatAmount(buyPrice, pair.counterRound)}</td>
              <td>{formatAmount(sellPrice, pair.counterRound)}</td>
              <td className={styles[startsBy]}>
                {startsBy === 'buy' ? 'buys' : 'sells'}{' '}
                {formatAmount(startsBy === 'buy' ? buys : sells, pair.baseRound)}
              </td>
              <td>{percentText(percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}

/** Sentences about no field that is shown. */
function Others({ form, shown }: { form: BotForm; shown: ReadonlySet<string> }) {
  const others = (notes: BotForm['faults']) => Object.entries(notes).filter(([field]) => !shown.has(field));
  return (
    <>
      {others(form.faults).map(([field, { text }]) => (
        <p key={field} role="alert" className={styles.fault}>
          {text}
        </p>
      ))}
      {others(form.warnings).map(([field, { text }]) => (
        <p key={field} className={styles.warning}>
          {text}
        </p>
      ))}
    </>
  );
}

interface Props {
  form: BotForm;
  hasStop: boolean;
  kind: BotKind;
  /** Fields that show their own sentences. */
  shown: ReadonlySet<string>;
}

/** Its orders are known before its first deal. */
const hasTable = (kind: BotKind): boolean => kind === 'rounds' || kind === 'ladder';

/** What a start would do and cost. */
export function Receipt({ form, hasStop, kind, shown }: Props) {
  const { preview, pair, previewError, read } = form;
  const plan = preview?.plan;
  if (!preview && previewError) return <ErrorState error={previewError} onRetry={form.retryPreview} />;
  return (
    <section className={styles.receipt} aria-label="Receipt">
      <Others form={form} shown={shown} />
      {preview && plan ? (
        <>
          <dl className={classes(figureRows.rows, !form.isFresh && styles.old)}>
            {receiptRows({ plan, fee: preview.fee, kind }, pair, hasStop).map(({ label, text, tone }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={tone && styles[tone]}>{text}</dd>
              </div>
            ))}
          </dl>
          {preview.copies.length > 0 ? (
            <Copies
              copies={preview.copies}
              unit={plan.needs.counter.gt(0) ? pair.counterCurrency : pair.baseCurrency}
            />
          ) : null}
          {hasTable(kind) ? <LevelTable form={form} kind={kind} /> : null}
        </>
      ) : 'faults' in read || preview ? (
        <p className={styles.small}>The receipt appears once all fields are valid.</p>
      ) : (
        <Skeleton lines={6} label="Loading the receipt" />
      )}
    </section>
  );
}
