export * from './accounts.ts';
export * from './alerts.ts';
export * from './audit.ts';
export * from './keys.ts';
export * from './notifications.ts';
export * from './orders.ts';
export * from './paper-candles.ts';
export * from './paper.ts';
