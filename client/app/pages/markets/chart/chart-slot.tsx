import { type ComponentType, lazy, memo, Suspense } from 'react';
import { later } from '../../../../lib/first-view.ts';
import { useMedia } from '../../../../lib/use-media.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorBoundary } from '../../../error-screen.tsx';
import type { ChartPaneProps } from './chart-pane.tsx';
import styles from './chart-slot.module.css';
import { GestureHint } from './gesture-hint.tsx';

async function loadChart(): Promise<ComponentType<ChartPaneProps>> {
  const { ChartPane, loadIntl } = await import('./chart-pane.tsx');
  await loadIntl();
  return ChartPane;
}
const Chart = lazy(async () => ({ default: await loadChart() }));
const LaterChart = later(loadChart);

const NoChart = () => <p className={styles.fault}>The chart did not load. Orders work without it.</p>;

/** Reserves the chart's height before its code arrives; an error in the chart leaves the page working. */
const Slot = ({ chart: Shown, ...props }: ChartPaneProps & { chart: typeof Chart }) => (
  <div className={styles.slot}>
    <ErrorBoundary screen={NoChart} place={props.pair.name}>
      <Suspense fallback={<Skeleton lines={1} height="100%" label="Loading the chart" />}>
        <Shown {...props} />
      </Suspense>
      <GestureHint />
    </ErrorBoundary>
  </div>
);

/** A phone shows its form before it asks for the chart's code. */
export const ChartSlot = memo(function ChartSlot(props: ChartPaneProps) {
  const wide = useMedia('(width >= 992px)');
  return <Slot {...props} chart={wide ? Chart : LaterChart} />;
});
