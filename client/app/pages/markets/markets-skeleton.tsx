import { PhoneScreen } from '../../../features/markets/phone-screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Gestures } from './chart/gesture-hint.tsx';
import slotStyles from './chart/chart-slot.module.css';
import styles from './markets-skeleton.module.css';

const doNothing = () => {};

/** Drawn at the build too, where the policy forbids inline styles. */
const Place = ({ of, lines = 1 }: { of: keyof typeof styles; lines?: number }) => (
  <div className={styles[of]}>
    <Skeleton lines={lines} />
  </div>
);

const ChartPlace = () => (
  <div className={slotStyles.slot}>
    <Place of="chart" />
    <Gestures touch />
  </div>
);

/** Where everything of the first screen will stand, so that nothing moves when it comes; a desk has bare lines. */
export const MarketsSkeleton = () => (
  <>
    <div className={styles.phone} inert>
      <PhoneScreen
        section="buy"
        side="buy"
        pane="trade"
        unseen={0}
        openCount={null}
        header={<Place of="header" />}
        chart={<ChartPlace />}
        form={<Place of="form" lines={6} />}
        rows={null}
        book={null}
        checklist={null}
        help={null}
        onPane={doNothing}
        onSection={doNothing}
      />
    </div>
    <div className={styles.wide}>
      <Skeleton lines={6} label="Loading the market" />
    </div>
  </>
);
