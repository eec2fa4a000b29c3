import { useQuery } from '@tanstack/react-query';
import type { Condition } from '#contracts/alert-conditions.ts';
import { PREVIEW_DAYS, previewAlert } from '#contracts/alert-preview.ts';
import type { AlertType, Informing } from '#contracts/alerts.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { call } from '../../../lib/call.ts';
import { counted } from '../../../lib/counted.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './conditions.module.css';

/** What the alert waits for. */
type Awaited = { condition: Condition } | { price: Big; type: AlertType };

interface Props {
  market: Market;
  pair: Pair;
  awaited: Awaited;
  informing: Informing | '';
}

type Preview = ResponseOf<typeof previewAlert>;

const WAIT = 600;
const [WIDTH, HEIGHT] = [300, 80];
const MARK = 8;

const DAY_HOURS = 24;

/** 'in 7 days', or over how much less it was counted. */
function periodText(hours: number): string {
  const days = Math.floor(hours / DAY_HOURS);
  if (days >= PREVIEW_DAYS) return `in ${PREVIEW_DAYS} days`;
  return `in the last ${days > 1 ? `${days} days` : counted(hours, 'hour')}`;
}

function firedText(times: number, informing: Informing | '', period: string): string {
  if (times === 0) return `This alert would not have fired ${period}.`;
  if (times === 1 || informing !== 'ONLY_ONCE')
    return `This alert would have fired ${counted(times, 'time')} ${period}.`;
  return `This alert would have fired once ${period}; set to Always, ${times} times.`;
}

/** What the firings are counted from. */
function sourceText(awaited: Awaited): string {
  const minutes = 'That is counted from candles of one minute';
  if ('price' in awaited || awaited.condition.kind === 'trendline')
    return `${minutes}, and of one hour where the exchange has none of a minute.`;
  const { condition } = awaited;
  if (!('interval' in condition)) return `${minutes}.`;
  const only = 'duringBar' in condition && condition.duringBar ? ' only' : '';
  if (condition.kind === 'volume') return `That is counted from whole bars of ${condition.interval}.`;
  return `That is counted at the closes of bars of ${condition.interval}${only}.`;
}

type Drawn = Pick<Preview, 'closes' | 'lines'> & { fired: NonNullable<Preview['fired']> };

const drawn = ({ at, price }: Preview['closes'][number]) => ({ at, price: Number(price.toFixed()) });

/** The price of the last days and what it is compared with, with a mark for each firing. Doubles are used for drawing only. */
function Path({ closes, fired, lines }: Drawn) {
  const [path, marks] = [closes.map(drawn), fired.map(drawn)];
  const points = [path, marks, ...lines].flat();
  const [times, prices] = [points.map(({ at }) => at), points.map(({ price }) => price)];
  const [first, last, low, high] = [Math.min(...times), Math.max(...times), Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => (((at - first) / (last - first || 1)) * WIDTH).toFixed(1);
  const y = (price: number) => MARK + (1 - (price - low) / (high - low || 1)) * (HEIGHT - 2 * MARK);
  const line = (of: Preview['lines'][number]) => of.map(({ at, price }) => `${x(at)},${y(price).toFixed(1)}`).join(' ');
  return (
    <svg
      className={styles.path}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-preview
    >
      <polyline className={styles.line} points={line(path)} />
      {lines.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their order.
        <polyline key={index} className={styles.compared} points={line(each)} />
      ))}
      {marks.map(({ at, price }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may fire at one moment, and they keep their order.
        <line key={index} className={styles.mark} x1={x(at)} x2={x(at)} y1={y(price) - MARK} y2={y(price) + MARK} />
      ))}
    </svg>
  );
}

/** How often this alert would have fired in the last days. */
export function AlertPreview({ market, pair: { name: symbol }, awaited, informing }: Props) {
  const { debounced } = useDebounced({ market, symbol, ...awaited }, { wait: WAIT });
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
  const { fired, hours, closes, lines } = data;
  if (!fired)
    return (
      <p className={styles.note}>
        {data.error ?? 'How often it would have fired is not known: the exchange does not answer.'}
      </p>
    );
  return (
    <div className={styles.preview}>
      {closes.length > 1 ? <Path closes={closes} fired={fired} lines={lines} /> : null}
      <output>
        {firedText(fired.length, informing, periodText(hours))} {sourceText(awaited)}
      </output>
    </div>
  );
}
