/** As exchanges write themselves: Binance. */
export const marketName = (market: string): string => market.charAt(0).toUpperCase() + market.slice(1);
