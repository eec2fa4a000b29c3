/** Topics that a page subscribes to while it shows them; apart from their messages, which load with the socket. */
export const ON_DEMAND = ['market-depth', 'market-trades', 'backtest'] as const;
export type OnDemandTopic = (typeof ON_DEMAND)[number];
