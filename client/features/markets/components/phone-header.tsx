import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { haltLabel } from '../../../lib/halt-message.ts';
import { later } from '../../../lib/first-view.ts';
import { IconButton } from '../../../ui/button.tsx';
import { PairPicker } from '../pairs/pair-picker.tsx';
import { LivePrice } from './live-price.tsx';
import type { MarketHeaderProps } from './market-header.tsx';
import styles from './phone-header.module.css';

const DayChange = later(async () => (await import('./day-figures.tsx')).DayChange);
const ViewSheet = lazy(async () => ({ default: (await import('./view-sheet.tsx')).ViewSheet }));

/** One line: pair, price and connection; all choices are in a sheet. */
export function PhoneHeader({
  view,
  info,
  openMarkets,
  liveChip,
  choosing,
  onChoosing,
  onChange,
  onAverage,
}: MarketHeaderProps) {
  const [open, setOpen] = useState(false);
  const { symbol: pair } = info;
  return (
    <section className={styles.header} aria-label="Market">
      <PairPicker
        market={view.market}
        pair={pair}
        onPick={(symbolName) => onChange({ symbolName })}
        open={choosing}
        onOpen={onChoosing}
      />
      {liveChip}
      <LivePrice
        pair={view}
        decimals={pair.counterRound}
        currency={pair.counterCurrency}
        halt={haltLabel(pair)}
        whileFresh={
          <Suspense fallback="now">
            <DayChange of={view} />
          </Suspense>
        }
      />
      <IconButton icon={Ellipsis} label="Market, earnings and more" onClick={() => setOpen(true)} />
      {open ? (
        <Suspense>
          <ViewSheet
            view={view}
            info={info}
            openMarkets={openMarkets}
            onChange={onChange}
            onAverage={onAverage}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
