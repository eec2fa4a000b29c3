import type { MarketInfo } from '#contracts/markets.ts';
import type { View } from '#contracts/rules/view.ts';
import type { Market } from '#contracts/symbol.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { viewPath } from '../view-path.ts';
import { AverageMenu, type OnAverage } from './average-menu.tsx';
import { DayFigures } from './day-figures.tsx';
import { EarnChoice } from './earn-choice.tsx';
import { marketOptions, tradeTypes } from './market-options.ts';
import { ShareButton } from './share-button.tsx';
import styles from './phone-header.module.css';

interface Props {
  view: View;
  info: MarketInfo;
  openMarkets: readonly string[];
  onChange: (change: Partial<View>) => void;
  onAverage: OnAverage;
  onClose: () => void;
}

/** What a phone's header has no room for. */
export function ViewSheet({ view, info, openMarkets, onChange, onAverage, onClose }: Props) {
  const { symbol: pair } = info;
  return (
    <Dialog open onClose={onClose} title={pairLabel(pair.name)}>
      <DayFigures of={view} pair={pair} whole />
      <Select label="Trade type" options={tradeTypes(info)} value={info.tradeType} onChange={() => {}} />
      <Select
        label="Market"
        options={marketOptions(info, openMarkets)}
        value={view.market}
        onChange={(event) => onChange({ market: event.target.value as Market })}
      />
      <EarnChoice
        base={pair.baseCurrency}
        counter={pair.counterCurrency}
        counterEarning={view.counterEarning}
        onChange={(counterEarning) => onChange({ counterEarning })}
      />
      <div className={styles.average}>
        <AverageMenu
          onAverage={
            onAverage &&
            ((way) => {
              onClose();
              onAverage(way);
            })
          }
        />
      </div>
      <p className={styles.share}>
        Share this view
        <ShareButton path={viewPath(view)} title={`${pairLabel(view.symbolName)} on Tandem`} />
      </p>
    </Dialog>
  );
}
