import type { LossLimit, LossLimits } from '#contracts/loss-limits.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import styles from '../trading/trading.module.css';
import { LossLimitForm, LossNow } from './loss-limit-form.tsx';
import { lossLimitsQuery } from './loss-limits.queries.ts';

const ALL = 'all';

/** A saved limit begins a new form; its figures, which move, do not. */
const formKey = (keyUid: string | null, limit: LossLimit | null): string =>
  [keyUid, limit?.kind, limit?.most.toFixed(), limit?.closesAll, limit?.reachedAt].join(' ');

function reachedText({ endsAt }: LossLimit): string {
  return endsAt === null
    ? 'Limit reached: no new entries until you set it again or remove it.'
    : 'Limit reached: no new entries until 00:00 UTC.';
}

function Limits({ limits, results }: LossLimits) {
  const [chosen, setChosen] = useState<string>(ALL);
  const keyUid = chosen === ALL ? null : chosen;
  const limit = limits.find((one) => one.keyUid === keyUid) ?? null;
  const mark = (uid: string | null) => (limits.some((one) => one.keyUid === uid) ? ' · limit set' : '');
  const options = results.map(({ keyUid: uid, connectorName }) => ({
    value: uid ?? ALL,
    label: `${connectorName === null ? 'All keys' : isolated(connectorName)}${mark(uid)}`,
  }));
  return (
    <div className={styles.limits}>
      <Select label="For" options={options} value={chosen} onChange={({ target }) => setChosen(target.value)} />
      <LossNow limit={limit} result={results.find((one) => one.keyUid === keyUid) ?? null} />
      {limit && limit.reachedAt !== null ? <p className={styles.refusal}>{reachedText(limit)}</p> : null}
      <LossLimitForm key={formKey(keyUid, limit)} keyUid={keyUid} limit={limit} />
    </div>
  );
}

/** EX-12: how much may be lost before nothing new is entered. */
export function LossLimitsSection() {
  const { data, error, refetch, isFetching } = useQuery(lossLimitsQuery);
  const isReached = data?.limits.some(({ reachedAt }) => reachedAt !== null) ?? false;
  return (
    <Card title="Loss limits" actions={isReached ? <Chip kind="stale">Reached</Chip> : null}>
      <p className={styles.text}>
        How much may be lost before new entries are stopped: the results of what was closed today (UTC), and of what is
        open at the last prices, bots included. A tighter limit applies at once; a looser one asks you to confirm your
        identity.
      </p>
      {data ? (
        <Limits {...data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={4} label="Loading your loss limits" />
      )}
    </Card>
  );
}
