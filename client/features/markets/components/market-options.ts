import type { MarketInfo } from '#contracts/markets.ts';
import { marketName } from '#contracts/rules/market-name.ts';

export const tradeTypes = ({ tradeTypes: types }: MarketInfo) =>
  types.map((type) => {
    const isOn = type === 'spot';
    return { value: type, label: isOn ? marketName(type) : `${marketName(type)} (not traded here)`, disabled: !isOn };
  });

export const marketOptions = ({ markets }: MarketInfo, openMarkets: readonly string[]) =>
  markets.map((market) => {
    const isOn = openMarkets.includes(market);
    return { value: market, label: isOn ? marketName(market) : `${marketName(market)} (off)`, disabled: !isOn };
  });
