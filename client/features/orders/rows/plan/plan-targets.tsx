import { Minus, Plus } from 'lucide-react';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import styles from './plan.module.css';
import { evenShares, MOST_TARGETS, sharesOf } from './plan-draft.ts';
import { PlanPrice } from './plan-price.tsx';
import type { RowsProps } from './plan-stop.tsx';

const SHARE_DECIMALS = 2;

function TargetRow({ place, draft, onChange, at }: RowsProps & { at: number }) {
  const row = draft.rows[at];
  const isLast = at === draft.rows.length - 1;
  const share = sharesOf(draft.rows)?.at(-1)?.toFixed() ?? '';
  if (!row) return null;
  const set = (change: Partial<typeof row>) => onChange({ ...draft, rows: draft.rows.with(at, { ...row, ...change }) });
  return (
    <li className={styles.row}>
      <PlanPrice
        label={`Take profit ${at + 1}`}
        short={`Take profit ${at + 1}`}
        target="takeProfit"
        place={place}
        value={row.price}
        onChange={(price) => set({ price })}
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
export function TargetRows(props: RowsProps) {
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
          <Button variant="quiet" small icon={Plus} onClick={() => share(rows.length + 1)}>
            One more take profit
          </Button>
        ) : null}
        {rows.length > 1 ? (
          <Button variant="quiet" small onClick={() => share(rows.length)}>
            Share evenly
          </Button>
        ) : null}
      </div>
    </>
  );
}
