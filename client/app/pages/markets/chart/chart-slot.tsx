import { lazy, memo, Suspense, useState } from 'react';
import { useMedia } from '../../../../lib/use-media.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorBoundary } from '../../../error-screen.tsx';
import type { ChartPaneProps } from './chart-pane.tsx';
import styles from './chart-slot.module.css';

const Chart = lazy(async () => ({ default: (await import('./chart-pane.tsx')).ChartPane }));

const OPEN = 'chart-open';

const NoChart = () => <p className={styles.fault}>The chart did not load. Orders work without it.</p>;

/** Reserves the chart's height before its code arrives; an error in the chart leaves the page working. */
const Slot = (props: ChartPaneProps) => (
  <div className={styles.slot}>
    <ErrorBoundary screen={NoChart} place={props.pair.name}>
      <Suspense fallback={<Skeleton lines={1} height="100%" label="Loading the chart" />}>
        <Chart {...props} />
      </Suspense>
    </ErrorBoundary>
  </div>
);

/** Next to the form on a desktop; collapsed on a phone, where its code loads on expanding. */
export const ChartSlot = memo(function ChartSlot(props: ChartPaneProps) {
  const wide = useMedia('(width >= 992px)');
  const [open, setOpen] = useState(() => localStorage.getItem(OPEN) === 'yes');
  if (wide) return <Slot {...props} />;
  const toggle = (next: boolean) => {
    localStorage.setItem(OPEN, next ? 'yes' : 'no');
    setOpen(next);
  };
  return (
    <Disclosure title="Chart" open={open} onToggle={toggle}>
      {open ? <Slot {...props} /> : null}
    </Disclosure>
  );
});
