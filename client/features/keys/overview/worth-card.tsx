import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { KeyRound } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type CurvePoint, drawdownOf } from '#contracts/rules/drawdown.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { WORTH_SPANS, type Worth, type WorthSpan } from '#contracts/worth.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { later } from '../../../lib/first-view.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { exactTime, formatMoment } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import styles from './worth-card.module.css';
import { worthOver } from './worth.queries.ts';

const ValueCurve = later(async () => (await import('../../../ui/value-curve.tsx')).ValueCurve);

const DECIMALS = 2;
const UNIT = 'USDT';
const SPANS: Record<WorthSpan, string> = { '1d': 'in 24 hours', '1w': 'in 7 days', '1m': 'in 30 days', all: 'in all' };
const MOVED_BY = 'Deposits, withdrawals and added or deleted keys move this line.';
const FIRST_SPAN: WorthSpan = '1d';
const doNothing = () => {};
const OPTIONS = WORTH_SPANS.map((value) => ({ value, label: value }));

/** The snapshots, and the worth now where it is whole. */
function pointsOf({ points, usdt, unknown, at }: Worth): CurvePoint[] {
  const known = points.map((point) => ({ at: point.at, value: point.usdt }));
  return unknown.length === 0 && usdt ? [...known, { at, value: usdt }] : known;
}

/** A loss is never shown smaller than it is. */
const Percent = ({ value }: { value: Big }) => (
  <>
    {' '}
    ({value.gt(0) ? '+' : ''}
    <Amount value={floored(value, DECIMALS)} decimals={DECIMALS} unit="%" />)
  </>
);

const ToKeys = ({ children }: { children: ReactNode }) => (
  <Link to="/api" className={styles.place}>
    {children}
  </Link>
);

function Change({ points, span }: { points: readonly CurvePoint[]; span: WorthSpan }) {
  const known = points.filter(({ value }) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first?.value || !last?.value || first === last) return null;
  const change = last.value.minus(first.value);
  const percent = first.value.gt(0) ? change.div(first.value).times(100) : null;
  return (
    <p className={styles.change} title={`Since ${exactTime(first.at)}`}>
      <ToKeys>
        <Amount result value={floored(change, DECIMALS)} decimals={DECIMALS} unit={UNIT} />
        {percent ? <Percent value={percent} /> : null}
      </ToKeys>{' '}
      <span className={styles.muted}>{SPANS[span]}</span>
    </p>
  );
}

function Fall({ points }: { points: readonly CurvePoint[] }) {
  const now = useNow(MINUTE_MS);
  const { deepest } = useMemo(() => drawdownOf(points), [points]);
  if (!deepest) return null;
  return (
    <p className={styles.muted}>
      Drawdown:{' '}
      <Link to="/history?span=all" className={styles.place}>
        <Amount value={floored(deepest.amount.times(-1), DECIMALS)} decimals={DECIMALS} unit={UNIT} />
        {deepest.percent ? <Percent value={deepest.percent.times(-1)} /> : null}
      </Link>{' '}
      from {formatMoment(deepest.peakAt, now)} to {formatMoment(deepest.lowAt, now)}.
    </p>
  );
}

const pointText = ({ value, at }: CurvePoint): string =>
  `${value ? formatAmount(value, DECIMALS) : ''} ${UNIT} on ${exactTime(at)}`;

function curveLabel(points: readonly CurvePoint[]): string {
  const known = points.filter(({ value }) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first?.value || !last?.value) return '';
  return `Worth over time: from ${pointText(first)} to ${pointText(last)}`;
}

function Curve({ points }: { points: readonly CurvePoint[] }) {
  const isDrawn = points.filter(({ value }) => value !== null).length > 1;
  return (
    <div className={styles.curve}>
      {isDrawn ? (
        <Suspense>
          <ValueCurve points={points} label={curveLabel(points)} className={styles.figure} />
        </Suspense>
      ) : (
        <p className={styles.muted}>The curve grows by one point an hour.</p>
      )}
    </div>
  );
}

interface KnownProps {
  worth: Worth;
  points: readonly CurvePoint[];
  span: WorthSpan;
}

function Known({ worth, points, span }: KnownProps) {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.worth}>
          <ToKeys>
            <Amount value={worth.usdt} decimals={DECIMALS} unit={UNIT} />
          </ToKeys>
        </p>
        <Change points={points} span={span} />
      </div>
      {worth.unknown.length > 0 ? (
        <p className={styles.doubt}>
          Without {worth.unknown.map(isolated).join(', ')}: {worth.unknown.length === 1 ? 'its' : 'their'} worth is not
          known now.
        </p>
      ) : null}
      <Curve points={points} />
    </>
  );
}

/** What the curve shows that is not its last value. */
const UnderCurve = ({ points }: { points: readonly CurvePoint[] }) => (
  <>
    {points.some(({ value }) => value === null) ? (
      <p className={styles.note}>Dashed: not recorded, or a price was not known.</p>
    ) : null}
    <Fall points={points} />
  </>
);

const NoKeys = () => (
  <Empty icon={KeyRound} title="No key yet" action={<ButtonLink to="/api?add">Add API</ButtonLink>}>
    What your keys are worth appears here.
  </Empty>
);

const TITLE = 'Worth of all keys';
const LOADING = (
  <div className={styles.loading}>
    <Skeleton lines={3} label="Loading the worth of your keys" />
  </div>
);
const NOTE = <p className={styles.note}>{MOVED_BY}</p>;

const SpanChoice = ({ value, onChange }: { value: WorthSpan; onChange: (span: WorthSpan) => void }) => (
  <Segments label="Span" labelHidden options={OPTIONS} value={value} onChange={onChange} />
);

/** The card before anything is known. */
export const WorthSkeleton = () => (
  <Card title={TITLE} actions={<SpanChoice value={FIRST_SPAN} onChange={doNothing} />} className={styles.card}>
    {LOADING}
    {NOTE}
  </Card>
);

/** What all keys are worth, now and over time. The note stays where it is while the rest comes. */
export function WorthCard({ offline }: { offline: boolean }) {
  const [span, setSpan] = useState(FIRST_SPAN);
  const query = useQuery(worthOver(span));
  const { error, refetch, isFetching } = query;
  const worth = useDeferredData(query.data);
  const points = useMemo(() => (worth ? pointsOf(worth) : []), [worth]);
  return (
    <Card title={TITLE} actions={<SpanChoice value={span} onChange={setSpan} />} className={styles.card}>
      <AsOf of={query} offline={offline} />
      {worth ? (
        worth.keys === 0 ? (
          <NoKeys />
        ) : (
          <Known {...{ worth, points, span }} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        LOADING
      )}
      {(worth ? worth.keys > 0 : !error) ? NOTE : null}
      {worth && worth.keys > 0 ? <UnderCurve points={points} /> : null}
    </Card>
  );
}
