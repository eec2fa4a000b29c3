import { type ReactNode, Suspense } from 'react';
import type { MarketInfo } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { later } from '../../../lib/first-view.ts';
import { haltLabel } from '../../../lib/halt-message.ts';
import { Select } from '../../../ui/select.tsx';
import { pairLabel } from '../../../lib/pair-label.ts';
import { PairPicker } from '../pairs/pair-picker.tsx';
import type { View } from '#contracts/rules/view.ts';
import { viewPath } from '../view-path.ts';
import { AverageMenu, type OnAverage } from './average-menu.tsx';
import { EarnChoice } from './earn-choice.tsx';
import { LivePrice } from './live-price.tsx';
import { marketOptions, tradeTypes } from './market-options.ts';
import styles from './market-header.module.css';
import { ShareButton } from './share-button.tsx';

const DayFigures = later(async () => (await import('./day-figures.tsx')).DayFigures);

export interface MarketHeaderProps {
  view: View;
  info: MarketInfo;
  /** Markets enabled on this site. */
  openMarkets: readonly string[];
  liveChip: ReactNode;
  /** The pair dialog is open. */
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
  onChange: (change: Partial<View>) => void;
  onAverage: OnAverage;
}

export function MarketHeader({ view, info, openMarkets, onChange, ...rest }: MarketHeaderProps) {
  const { symbol: pair } = info;
  return (
    <section className={styles.header} aria-label="Market">
      <div className={styles.pair}>
        <div className={styles.named}>
          <PairPicker
            market={view.market}
            pair={pair}
            onPick={(symbolName) => onChange({ symbolName })}
            open={rest.choosing}
            onOpen={rest.onChoosing}
          />
          <ShareButton path={viewPath(view)} title={`${pairLabel(view.symbolName)} on Tandem`} />
        </div>
        {rest.liveChip}
      </div>
      <LivePrice pair={view} decimals={pair.counterRound} currency={pair.counterCurrency} halt={haltLabel(pair)} />
      <div className={styles.figures}>
        <Suspense>
          <DayFigures of={view} pair={pair} />
        </Suspense>
      </div>
      <div className={styles.controls}>
        <Select label="Trade type" labelHidden options={tradeTypes(info)} value={info.tradeType} onChange={() => {}} />
        <Select
          label="Market"
          labelHidden
          options={marketOptions(info, openMarkets)}
          value={view.market}
          onChange={(event) => onChange({ market: event.target.value as Market })}
        />
        <AverageMenu onAverage={rest.onAverage} />
      </div>
      <div className={styles.earn}>
        <EarnChoice
          base={pair.baseCurrency}
          counter={pair.counterCurrency}
          counterEarning={view.counterEarning}
          onChange={(counterEarning) => onChange({ counterEarning })}
        />
      </div>
    </section>
  );
}
