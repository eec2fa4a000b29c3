import { useQuery } from '@tanstack/react-query';
import type { Condition } from '#contracts/alert-conditions.ts';
import { PREVIEW_DAYS, previewAlert } from '#contracts/alerts.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../../lib/call.ts';
import { counted } from '../../../lib/counted.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './conditions.module.css';

interface Props {
  market: Market;
  pair: Pair;
  condition: Condition;
}

type Preview = ResponseOf<typeof previewAlert>;

const WAIT = 600;
const [WIDTH, HEIGHT] = [300, 80];
const MARK = 8;

const firedText = (times: number): string =>
  times === 0
    ? `would not have fired in ${PREVIEW_DAYS} days`
    : `would have fired ${counted(times, 'time')} in ${PREVIEW_DAYS} days`;

/** The price of the last days, with a mark for each firing. Doubles are used for drawing only. */
function Path({ closes, fired }: { closes: Preview['closes']; fired: NonNullable<Preview['fired']> }) {
  const points = [...closes, ...fired].map(({ at, price }) => ({ at, price: Number(price.toFixed()) }));
  const [times, prices] = [points.map(({ at }) => at), points.map(({ price }) => price)];
  const [first, last, low, high] = [Math.min(...times), Math.max(...times), Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => (((at - first) / (last - first || 1)) * WIDTH).toFixed(1);
  const y = (price: number) => MARK + (1 - (price - low) / (high - low || 1)) * (HEIGHT - 2 * MARK);
  const [line, marks] = [points.slice(0, closes.length), points.slice(closes.length)];
  return (
    <svg className={styles.path} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline
        className={styles.line}
        points={line.map(({ at, price }) => `${x(at)},${y(price).toFixed(1)}`).join(' ')}
      />
      {marks.map(({ at, price }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may fire at one moment, and they keep their order.
        <line key={index} className={styles.mark} x1={x(at)} x2={x(at)} y1={y(price) - MARK} y2={y(price) + MARK} />
      ))}
    </svg>
  );
}

/** How often an alert on this condition would have fired in the last days. */
export function ConditionPreview({ market, pair: { name: symbol }, condition }: Props) {
  const { debounced } = useDebounced({ market, symbol, condition }, { wait: WAIT });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['alert-preview', debounced],
    queryFn: ({ signal }) => call(previewAlert, { json: debounced, signal }),
    staleTime: 60_000,
  });
  if (!data)
    return (
      <div className={styles.preview}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton lines={1} height="104px" label="Counting how often it would have fired" />
        )}
      </div>
    );
  if (!data.fired)
    return (
      <p className={styles.note}>
        {data.error ?? 'How often it would have fired is not known: the exchange does not answer.'}
      </p>
    );
  return (
    <div className={styles.preview}>
      {data.closes.length > 1 ? <Path closes={data.closes} fired={data.fired} /> : null}
      <output>{firedText(data.fired.length)}</output>
    </div>
  );
}
