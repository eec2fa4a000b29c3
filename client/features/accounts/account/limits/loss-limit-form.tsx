import type { DayResult, LossKind, LossLimit } from '#contracts/loss-limits.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { type FormEvent, useState } from 'react';
import { readPositive } from '../../../../lib/read-positive.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { type Option, Select } from '../../../../ui/select.tsx';
import styles from '../trading/trading.module.css';
import { type SetLossLimit, useSetLossLimit } from './loss-limits.queries.ts';

const DECIMALS = 2;
const KINDS: readonly Option<LossKind>[] = [
  { value: 'day-percent', label: 'Loss of the day, in percent' },
  { value: 'day-usdt', label: 'Loss of the day, in USDT' },
  { value: 'fall-percent', label: 'Fall from the highest value, in percent' },
];
const HINTS: Record<LossKind, string> = {
  'day-percent':
    'In percent of what the keys were worth when you set it, plus the results since. After a deposit, set it again.',
  'day-usdt': 'A day begins at 00:00 UTC.',
  'fall-percent': 'From the highest value since you set it: what the keys were worth then, plus the results since.',
};
const ACTIONS: readonly Option<'pause' | 'close'>[] = [
  { value: 'pause', label: 'No new entries, bots paused' },
  { value: 'close', label: 'Also close everything at market, bots stopped' },
];
const MISSING = { percent: 'Enter a percentage above 0, at most 100.', usdt: 'Enter an amount above zero.' };

const MOST_PERCENT = 100;

type Limit = NonNullable<SetLossLimit['limit']>;

interface Typed {
  kind: LossKind;
  text: string;
  closesAll: boolean;
}

/** Null while it is not possible. */
function limitOf({ kind, text, closesAll }: Typed): Limit | null {
  const most = readPositive(text);
  const isPossible = most !== null && (kind === 'day-usdt' || most.lte(MOST_PERCENT));
  return isPossible ? { kind, most, closesAll } : null;
}

function isChange({ kind, text, closesAll }: Typed, limit: LossLimit | null): boolean {
  if (limit === null) return text !== '';
  const isSame = readPositive(text)?.eq(limit.most) ?? false;
  return !isSame || kind !== limit.kind || closesAll !== limit.closesAll;
}

interface FieldsProps {
  typed: Typed;
  onType: (typed: Typed) => void;
}

function Fields({ typed, onType }: FieldsProps) {
  const { kind, text, closesAll } = typed;
  const isPercent = kind !== 'day-usdt';
  const missing = isPercent ? MISSING.percent : MISSING.usdt;
  return (
    <>
      <Select
        label="Limit"
        options={KINDS}
        value={kind}
        onChange={({ target }) =>
          onType({ ...typed, kind: KINDS.find(({ value }) => value === target.value)?.value ?? kind })
        }
      />
      <Field
        label="At most"
        decimal
        value={text}
        trailing={isPercent ? '%' : 'USDT'}
        error={text === '' || limitOf(typed) ? null : missing}
        hint={HINTS[kind]}
        onChange={({ target }) => onType({ ...typed, text: cleanNumber(target.value, DECIMALS) })}
      />
      <Select
        label="When it is reached"
        options={ACTIONS}
        value={closesAll ? 'close' : 'pause'}
        hint="What rests on the exchange stays there, unless everything is closed."
        onChange={({ target }) => onType({ ...typed, closesAll: target.value === 'close' })}
      />
    </>
  );
}

interface Props {
  keyUid: string | null;
  limit: LossLimit | null;
}

const typedOf = (limit: LossLimit | null): Typed =>
  limit
    ? { kind: limit.kind, text: limit.most.toFixed(), closesAll: limit.closesAll }
    : { kind: 'day-percent', text: '', closesAll: false };

/** EX-12: the limit of one key, or of all. A reached one may be saved again as it is: that sets it anew. */
export function LossLimitForm({ keyUid, limit }: Props) {
  const [typed, setTyped] = useState(() => typedOf(limit));
  const setting = useSetLossLimit();
  const wanted = limitOf(typed);
  const isReached = Boolean(limit?.reachedAt);
  const isChanged = isChange(typed, limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted && (isChanged || isReached) && !setting.isPending) setting.mutate({ keyUid, limit: wanted });
  };
  return (
    <form className={styles.limits} onSubmit={submit} noValidate>
      <Fields typed={typed} onType={setTyped} />
      <div className={styles.actions}>
        {isChanged || isReached ? (
          <Button type="submit" disabled={!wanted} busy={setting.isPending}>
            {isChanged ? 'Save the limit' : 'Set it anew'}
          </Button>
        ) : null}
        {limit ? <Remove keyUid={keyUid} setting={setting} /> : null}
      </div>
    </form>
  );
}

const Remove = ({ keyUid, setting }: { keyUid: string | null; setting: ReturnType<typeof useSetLossLimit> }) => (
  <Button
    type="button"
    variant="quiet"
    busy={setting.isPending}
    onClick={() => setting.mutate({ keyUid, limit: null })}
  >
    Remove the limit
  </Button>
);

/** How much of a limit is lost, and the result that it is counted by. */
export function LossNow({ limit, result }: { limit: LossLimit | null; result: DayResult | null }) {
  return (
    <div className={styles.now}>
      <p>
        Closed today and open now: <Amount value={result?.result ?? null} decimals={DECIMALS} unit="USDT" result />
      </p>
      {limit ? (
        <p>
          Lost of the limit: <Amount value={limit.lost} decimals={DECIMALS} unit="USDT" /> of{' '}
          <Amount value={limit.allowed} decimals={DECIMALS} unit="USDT" />
        </p>
      ) : null}
      {result?.result === null ? <p>A price is missing. The limit is checked once it is known.</p> : null}
      {result && result.leftOut > 0 ? (
        <p>{`Not counted, because the result is not known: ${result.leftOut}.`}</p>
      ) : null}
    </div>
  );
}
