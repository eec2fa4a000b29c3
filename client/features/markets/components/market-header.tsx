import type { ReactNode } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import { Select } from '../../../ui/select.tsx';
import type { PriceView } from '../use-price.ts';
import type { View } from '../view.ts';
import { AverageMenu } from './average-menu.tsx';
import { EarnChoice } from './earn-choice.tsx';
import { LivePrice } from './live-price.tsx';
import styles from './market-header.module.css';
import { PairPicker } from './pair-picker.tsx';

export const marketName = (market: string): string => market.charAt(0).toUpperCase() + market.slice(1);

const TRADE_TYPES = [
  { value: 'spot', label: 'Spot' },
  { value: 'futures', label: 'Futures (not traded here)', disabled: true },
];

interface Props {
  view: View;
  pair: Pair;
  pairs: readonly Pair[];
  /** Switched on at this site. */
  openMarkets: readonly string[];
  price: PriceView;
  liveChip: ReactNode;
  onChange: (change: Partial<View>) => void;
}

export function MarketHeader({ view, pair, pairs, openMarkets, price, liveChip, onChange }: Props) {
  const markets = MARKETS.map((market) => {
    const open = openMarkets.includes(market);
    return { value: market, label: open ? marketName(market) : `${marketName(market)} (off)`, disabled: !open };
  });
  return (
    <section className={styles.header} aria-label="Market">
      <div className={styles.pair}>
        <PairPicker pairs={pairs} value={view.symbolName} onPick={(symbolName) => onChange({ symbolName })} />
        {liveChip}
      </div>
      <LivePrice {...price} decimals={pair.counterRound} currency={pair.counterCurrency} />
      <div className={styles.controls}>
        <Select label="Trade type" labelHidden options={TRADE_TYPES} value="spot" onChange={() => {}} />
        <Select
          label="Market"
          labelHidden
          options={markets}
          value={view.market}
          onChange={(event) => onChange({ market: event.target.value as Market })}
        />
        <AverageMenu />
      </div>
      <EarnChoice
        base={pair.baseCurrency}
        counter={pair.counterCurrency}
        counterEarning={view.counterEarning}
        onChange={(counterEarning) => onChange({ counterEarning })}
      />
    </section>
  );
}
