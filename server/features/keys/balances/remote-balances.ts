import type { Bus } from '../../../runtime/bus/bus.ts';
import type { BalanceBook } from './balance-book.ts';

const SEEN = 'balances.seen';
const CHANGED = 'balances.changed';

/** For a process without account streams: engines watch the keys of its active users, and balances are not known. */
export const remoteBalances = (bus: Pick<Bus, 'publish'>): BalanceBook => ({
  seen: (userId) => bus.publish(SEEN, userId),
  changed: (userId) => bus.publish(CHANGED, userId),
  forget: () => {},
  of: () => null,
  within: async () => null,
  stop: async () => {},
});

/** The same book, which also watches the keys of users who are active in processes without account streams. */
export function sharedBalances(bus: Pick<Bus, 'subscribe'>, book: BalanceBook): BalanceBook {
  const stops = [
    bus.subscribe(SEEN, (userId) => book.seen(String(userId))),
    bus.subscribe(CHANGED, (userId) => book.changed(String(userId))),
  ];
  return {
    ...book,
    stop(): Promise<void> {
      for (const stop of stops) stop();
      return book.stop();
    },
  };
}
