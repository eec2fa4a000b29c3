/** 'BTC/USDT' for btc_usdt. */
export const pairLabel = (name: string): string => name.replace('_', '/').toUpperCase();
