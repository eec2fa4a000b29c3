import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Profit } from '../figures.tsx';
import { hasTargets } from '../../targets.ts';
import { whyFixed } from '../targets/target-text.ts';
import { useTargets } from '../targets/use-targets.ts';
import styles from './plan.module.css';
import { draftOf, evenShares, MOST_TARGETS, planParts, requestOf, sharesOf } from './plan-draft.ts';
import { planPreview } from './plan.queries.ts';
import { type RowsProps, StopFields, TimeFields } from './plan-stop.tsx';
import { usePlan } from './use-plan.ts';

const TYPING_MS = 300;
const SHARE_DECIMALS = 2;

function TargetRow({ block, draft, onChange, at }: RowsProps & { at: number }) {
  const row = draft.rows[at];
  const isLast = at === draft.rows.length - 1;
  const share = sharesOf(draft.rows)?.at(-1)?.toFixed() ?? '';
  if (!row) return null;
  const set = (change: Partial<typeof row>) => onChange({ ...draft, rows: draft.rows.with(at, { ...row, ...change }) });
  return (
    <li className={styles.row}>
      <Field
        decimal
        label={`Take profit ${at + 1}`}
        trailing={block.symbol.counterCurrency}
        value={row.price}
        onChange={({ target }) => set({ price: cleanNumber(target.value, block.counterRound) })}
      />
      <Field
        decimal
        label="Share"
        trailing="%"
        readOnly={isLast}
        value={isLast ? share : row.share}
        onChange={({ target }) => set({ share: cleanNumber(target.value, SHARE_DECIMALS) })}
      />
      <IconButton
        icon={Minus}
        label={`Remove take profit ${at + 1}`}
        onClick={() => onChange({ ...draft, rows: draft.rows.toSpliced(at, 1) })}
      />
    </li>
  );
}

/** The last take profit takes what the others leave, so that the shares always sum to 100. */
function TargetRows(props: RowsProps) {
  const { draft, onChange } = props;
  const { rows } = draft;
  const share = (count: number) => {
    const shares = evenShares(count);
    const longer = [...rows, { price: '', share: '' }].slice(0, count);
    onChange({ ...draft, rows: longer.map(({ price }, at) => ({ price, share: shares[at] ?? '' })) });
  };
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a take profit is known by its place alone.
          <TargetRow key={at} {...props} at={at} />
        ))}
      </ol>
      {sharesOf(rows) === null ? (
        <p className={styles.refused} role="alert">
          The shares must leave something for the last take profit.
        </p>
      ) : null}
      <div className={styles.buttons}>
        {rows.length < MOST_TARGETS ? (
          <Button variant="quiet" icon={Plus} onClick={() => share(rows.length + 1)}>
            One more take profit
          </Button>
        ) : null}
        {rows.length > 1 ? (
          <Button variant="quiet" onClick={() => share(rows.length)}>
            Share evenly
          </Button>
        ) : null}
      </div>
    </>
  );
}

const HOLDERS = { exchange: 'the exchange', server: 'this server', none: 'none' } as const;

/** Who holds what before the press, and what the deal comes to either way. */
function Receipt({ block, of }: { block: OrderBlock; of: PlannedExits }) {
  const { slices, warnings, protection, results, stop: begins } = of;
  const { baseCurrency } = block.symbol;
  return (
    <>
      {slices.length > 0 ? (
        <ol className={styles.slices} aria-label="Parts of the plan">
          {slices.map(({ targets, price, quantity, takeProfit, stop }) => (
            <li key={targets.join()}>
              <Amount value={quantity} decimals={block.baseRound} unit={baseCurrency} /> at{' '}
              <Amount value={price} decimals={block.counterRound} />
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
          The stop begins at <Amount value={begins.at} decimals={block.counterRound} />{' '}
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
            <dd>{results.atTargets ? <Profit block={block} value={results.atTargets} /> : '—'}</dd>
          </div>
          <div>
            <dt>If the stop comes first</dt>
            <dd>{results.atStop ? <Profit block={block} value={results.atStop} /> : 'no stop loss'}</dd>
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

function usePlanDraft(block: OrderBlock) {
  const [draft, setDraft] = useState(() => draftOf(block));
  const parts = planParts(draft);
  const request = parts && requestOf(block, parts);
  const { debounced, pending } = useDebounced(request, { wait: TYPING_MS });
  const preview = useQuery(planPreview(debounced));
  return { draft, setDraft, request, preview, outdated: pending || preview.isPlaceholderData };
}

interface Props {
  block: OrderBlock;
  offline: boolean;
  onClose: () => void;
}

type Draft = ReturnType<typeof usePlanDraft>;

function Buttons({ block, offline, onClose, of }: Props & { of: Draft }) {
  const { request, outdated, preview } = of;
  const setting = usePlan(onClose);
  const removing = useTargets(block);
  const fixed = whyFixed(block, offline) !== null;
  const remove = () =>
    removing.mutate(
      { takeProfitPrice: null, stopLossPrice: null },
      { onSuccess: (isDone) => (isDone ? onClose() : undefined) },
    );
  return (
    <>
      {block.plan || hasTargets(block) ? (
        <Button variant="danger" disabled={fixed} busy={removing.isPending} onClick={remove}>
          Remove
        </Button>
      ) : null}
      <DialogActions
        onBack={onClose}
        busy={setting.isPending}
        disabled={fixed || request === null || outdated || preview.data?.errorMessage !== null}
        onClick={() => (request ? setting.mutate(request) : undefined)}
      >
        {setting.isPending ? 'Please wait....' : 'Set plan'}
      </DialogActions>
    </>
  );
}

/** What the server says of the plan as typed. */
function Answer({ block, of: { request, preview } }: { block: OrderBlock; of: Draft }) {
  const { data, error, refetch, isFetching } = preview;
  if (!request) return <p className={styles.held}>Enter a price for each take profit, or a stop loss alone.</p>;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={3} label="Loading what the plan would do" />
    );
  if (data.errorMessage === null) return <Receipt block={block} of={data} />;
  return (
    <p className={styles.refused} role="alert">
      {data.errorMessage}
    </p>
  );
}

/** U-8: up to five take profits with shares, and one stop, with who holds what before the press. */
export function PlanDialog(props: Props) {
  const { block, offline, onClose } = props;
  const draft = usePlanDraft(block);
  const fixed = whyFixed(block, offline);
  const fields = { block, draft: draft.draft, onChange: draft.setDraft };
  return (
    <Dialog open onClose={onClose} title="Take profits and stop" footer={<Buttons {...props} of={draft} />}>
      {fixed === null ? null : <p>{fixed}</p>}
      <TargetRows {...fields} />
      <StopFields {...fields} />
      <TimeFields {...fields} />
      <Answer block={block} of={draft} />
    </Dialog>
  );
}
