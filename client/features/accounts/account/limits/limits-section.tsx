import { type Limits, THIN_BELOW } from '#contracts/limits.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatAmount } from '../../../../lib/format-amount.ts';
import { readPositive } from '../../../../lib/read-positive.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import styles from '../trading/trading.module.css';
import { limitsQuery, useChangeLimits } from './limits.queries.ts';

const CENTS = 2;
const MISSING = 'Enter an amount above zero.';

/** Typed limits; `wanted` is null while they are invalid. */
function useDraft({ perOrder, perDay, thinMarkets }: Limits) {
  const [order, setOrder] = useState(perOrder.toFixed());
  const [day, setDay] = useState(perDay.toFixed());
  const [thin, setThin] = useState(thinMarkets);
  const [most, daily] = [readPositive(order), readPositive(day)];
  const wanted = most && daily ? { perOrder: most, perDay: daily, thinMarkets: thin } : null;
  const isChanged = !most?.eq(perOrder) || !daily?.eq(perDay) || thin !== thinMarkets;
  return { order, setOrder, day, setDay, thin, setThin, wanted, isChanged };
}

interface MostProps {
  label: string;
  text: string;
  onType: (text: string) => void;
  hint?: ReactNode;
}

function Most({ label, text, onType, hint }: MostProps) {
  return (
    <Field
      label={label}
      decimal
      value={text}
      trailing="USDT"
      error={readPositive(text) ? null : MISSING}
      hint={hint}
      onChange={(event) => onType(cleanNumber(event.target.value, CENTS))}
    />
  );
}

function Form({ limits }: { limits: Limits }) {
  const draft = useDraft(limits);
  const changing = useChangeLimits();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.wanted && draft.isChanged && !changing.isPending) changing.mutate(draft.wanted);
  };
  return (
    <form className={styles.limits} onSubmit={submit} noValidate>
      <Most label="Maximum per order" text={draft.order} onType={draft.setOrder} />
      <Most
        label="Maximum per 24 hours, including copies"
        text={draft.day}
        onType={draft.setDay}
        hint={
          <>
            Ordered in the last 24 hours: <Amount value={limits.usedToday} decimals={CENTS} unit="USDT" />
          </>
        }
      />
      <Switch
        label={`Allow low-volume pairs: less than ${formatAmount(THIN_BELOW, 0)} USDT a day`}
        checked={draft.thin}
        onChange={draft.setThin}
      />
      {draft.isChanged ? (
        <Button type="submit" className={styles.button} disabled={!draft.wanted} busy={changing.isPending}>
          {changing.isPending ? 'Saving...' : 'Save'}
        </Button>
      ) : null}
    </form>
  );
}

/** S-35: maximum order sizes. */
export function LimitsSection() {
  const { data: limits, error, refetch, isFetching } = useQuery(limitsQuery);
  return (
    <Card title="Order limits">
      <p className={styles.text}>
        The most that can be ordered from your account. Lowering applies at once; raising asks you to confirm your
        identity.
      </p>
      {limits ? (
        <Form key={`${limits.perOrder.toFixed()} ${limits.perDay.toFixed()} ${limits.thinMarkets}`} limits={limits} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={3} label="Loading your order limits" />
      )}
    </Card>
  );
}
