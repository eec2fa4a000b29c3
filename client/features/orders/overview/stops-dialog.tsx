import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Big } from 'big.js';
import { useState } from 'react';
import { type PlannedStop, planStops, setStops, type StopFrom, type StopOutcome } from '#contracts/overview.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { LEAST_LOSS, MOST_LOSS } from '#contracts/rules/stop-at-loss.ts';
import { call } from '../../../lib/call.ts';
import { counted } from '../../../lib/counted.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { invalidateOrders } from '../orders.live.ts';
import { ordersKey } from '../orders.queries.ts';
import styles from './stops-dialog.module.css';

const FROM = [
  { value: 'entry' as const, label: 'Entry price' },
  { value: 'market' as const, label: 'Price now' },
];
const TYPING_MS = 300;
const PERCENT_DECIMALS = 2;

type Ready = PlannedStop & { stopLossPrice: Big };
const isReady = (stop: PlannedStop): stop is Ready => stop.stopLossPrice !== null;

/** Null where it is no number between the bounds. */
function percentOf(text: string): Big | null {
  const percent = readNumber(text);
  return percent?.gte(LEAST_LOSS) && percent.lte(MOST_LOSS) ? percent : null;
}

const plannedStops = (blockIds: readonly string[], percent: Big, from: StopFrom) => ({
  queryKey: [...ordersKey, 'stops', blockIds, percent.toFixed(), from],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(planStops, { json: { blockIds: [...blockIds], percent, from }, signal })).stops,
  // Confirmed as shown: it does not change while it is read.
  staleTime: Infinity,
  gcTime: 0,
});

const nameOf = ({ pair, connectorName, section, parts }: PlannedStop): string =>
  `${pair} ${section === 'buy' ? 'Buy' : 'Sell'} · ${isolated(connectorName)}${parts > 1 ? ` and ${counted(parts - 1, 'copy').replace(/copys$/, 'copies')}` : ''}`;

function PlannedRow({ stop }: { stop: PlannedStop }) {
  const { stopLossPrice, error, result, decimals, currency, priceDecimals } = stop;
  return (
    <li className={styles.stop}>
      <span>{nameOf(stop)}</span>
      {stopLossPrice ? (
        <span className={styles.figures}>
          Stop <Amount value={stopLossPrice} decimals={priceDecimals} />
          <span>
            {result ? (
              <Amount result value={floored(result, decimals)} decimals={decimals} unit={currency} />
            ) : (
              'Loss not known'
            )}
          </span>
        </span>
      ) : (
        <span className={styles.refused}>No stop: {error}</span>
      )}
    </li>
  );
}

/** In USDT; null where one is not known. */
const worstOf = (stops: readonly Ready[]): Big | null =>
  stops.reduce<Big | null>((sum, { resultUsdt }) => sum && resultUsdt && sum.plus(resultUsdt), new Big(0));

function Plan({ stops }: { stops: readonly PlannedStop[] }) {
  const ready = stops.filter(isReady);
  const worst = worstOf(ready);
  return (
    <>
      <ul className={styles.stops} aria-label="Stops">
        {stops.map((stop) => (
          <PlannedRow key={stop.blockId} stop={stop} />
        ))}
      </ul>
      {ready.length > 0 ? (
        <p>
          If every stop fills at its price:{' '}
          <strong>
            {worst ? <Amount result value={floored(worst, 2)} decimals={2} unit="USDT" /> : 'the sum is not known'}
          </strong>
          , fees included. A fast market may fill worse.
        </p>
      ) : null}
    </>
  );
}

const failureOf = ({ error, failed }: StopOutcome): string | null => {
  const [first] = failed;
  return error ?? (first ? `${isolated(first.connectorName)}: ${first.error}` : null);
};

function Outcomes({ stops, outcomes }: { stops: readonly PlannedStop[]; outcomes: readonly StopOutcome[] }) {
  const done = outcomes.filter((outcome) => failureOf(outcome) === null).length;
  return (
    <>
      <output>
        <strong>
          {done} of {outcomes.length} set.
        </strong>
      </output>
      <ul className={styles.stops}>
        {outcomes.map((outcome) => {
          const stop = stops.find(({ blockId }) => blockId === outcome.blockId);
          const failure = failureOf(outcome);
          return (
            <li key={outcome.blockId} className={styles.stop}>
              <span>{stop ? nameOf(stop) : 'Block'}</span>
              <span className={failure === null ? styles.muted : styles.refused}>{failure ?? 'Set'}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Confirmed prices go out as they were shown; pressed again, those that are set stay as they are. */
function useSetStops(onAllSet: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (stops: readonly Ready[]) => {
      const json = { stops: stops.map(({ blockId, stopLossPrice }) => ({ blockId, stopLossPrice })) };
      return (await call(setStops, { json })).outcomes;
    },
    onSuccess: (outcomes) => {
      if (outcomes.some((outcome) => failureOf(outcome) !== null)) return;
      toast.success(`${counted(outcomes.length, 'stop')} set`);
      onAllSet();
    },
    onError: (error) =>
      toast.error(`${sentenceOf(error)} Pressing again is safe: stops that are set stay as they are.`),
    onSettled: () => invalidateOrders(client),
  });
}

interface Props {
  blockIds: readonly string[];
  offline: boolean;
  onClose: () => void;
}

interface ChoiceProps {
  text: string;
  onText: (text: string) => void;
  from: StopFrom;
  onFrom: (from: StopFrom) => void;
}

const Choice = ({ text, onText, from, onFrom }: ChoiceProps) => (
  <div className={styles.choice}>
    <Field
      decimal
      label="Stop away by"
      trailing="%"
      value={text}
      error={percentOf(text) === null ? `Enter ${LEAST_LOSS} to ${MOST_LOSS}.` : null}
      onChange={(event) => onText(cleanNumber(event.target.value, PERCENT_DECIMALS))}
    />
    <Segments label="Counted from" options={FROM} value={from} onChange={onFrom} />
  </div>
);

/** The stops of what was typed; undefined while they are not known. */
function usePlan(blockIds: readonly string[], percent: Big | null, from: StopFrom) {
  const { debounced, pending } = useDebounced(percent, { wait: TYPING_MS });
  const plan = useQuery({
    ...plannedStops(blockIds, debounced ?? new Big(LEAST_LOSS), from),
    enabled: debounced !== null,
  });
  return { plan, stops: percent === null ? undefined : plan.data, isSettled: !pending };
}

function Planned({ plan, stops, blocks }: Pick<ReturnType<typeof usePlan>, 'plan' | 'stops'> & { blocks: number }) {
  if (stops) return <Plan stops={stops} />;
  if (plan.error)
    return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} retrying={plan.isFetching} />;
  return plan.isFetching ? <Skeleton lines={Math.min(blocks, 4)} height="44px" label="Loading the stops" /> : null;
}

/** Sets a stop on several blocks at once, with each price and loss before the press. */
export function StopsDialog({ blockIds, offline, onClose }: Props) {
  const [text, setText] = useState('5');
  const [from, setFrom] = useState<StopFrom>('entry');
  const { plan, stops, isSettled } = usePlan(blockIds, percentOf(text), from);
  const setting = useSetStops(onClose);
  const ready = stops?.filter(isReady) ?? [];
  const outcomes = setting.data;
  const label = setting.isPending ? 'Please wait....' : `Set ${counted(ready.length, 'stop')}`;
  const act = (
    <DialogActions
      onBack={onClose}
      busy={setting.isPending}
      disabled={offline || !isSettled || ready.length === 0}
      onClick={() => setting.mutate(ready)}
    >
      {label}
    </DialogActions>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={blockIds.length === 1 ? 'Set a stop' : `Set a stop on ${blockIds.length} blocks`}
      footer={outcomes ? <Button onClick={onClose}>Done</Button> : act}
    >
      {outcomes && stops ? (
        <Outcomes stops={stops} outcomes={outcomes} />
      ) : (
        <>
          <Choice text={text} onText={setText} from={from} onFrom={setFrom} />
          <Planned plan={plan} stops={stops} blocks={blockIds.length} />
        </>
      )}
    </Dialog>
  );
}
