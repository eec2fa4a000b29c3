import type { Market } from '#contracts/symbol.ts';
import type { AccountEvent, Exchange } from '../../exchanges/exchange.ts';
import type { Log } from '../../lib/log.ts';
import { UnderWay } from '../../lib/under-way.ts';
import type { OpenKey } from './open-key.ts';

interface WatchDeps {
  log: Log;
  markets: { isOn: (market: Market) => boolean; exchange: (market: Market) => Pick<Exchange, 'watchAccount'> };
}

type OnEvent = (key: OpenKey, event: AccountEvent, userId: string) => Promise<void>;

/** The streams of the keys that have orders in the book: one watch a key, its events worked on in the order they came. */
export function accountWatch({ log, markets }: WatchDeps, onEvent: OnEvent) {
  const watched = new Map<string, { userId: string; stop: () => void }>();
  const working = new UnderWay();
  function dropWhere(isDropped: (keyId: string, userId: string) => boolean): void {
    for (const [keyId, { userId, stop }] of watched) {
      if (!isDropped(keyId, userId)) continue;
      watched.delete(keyId);
      stop();
    }
  }

  return {
    /** True when it was not watched yet. */
    add(userId: string, key: OpenKey): boolean {
      if (watched.has(key.keyId) || !markets.isOn(key.market)) return false;
      let turn = Promise.resolve();
      const stop = markets.exchange(key.market).watchAccount(key.credentials, (event) => {
        turn = working.add(
          turn.then(() => onEvent(key, event, userId)),
          (error) => log.error({ error, userId, keyId: key.keyId }, 'account event failed'),
        );
      });
      watched.set(key.keyId, { userId, stop });
      return true;
    },
    /** When every event that came has been worked on. */
    idle: (): Promise<void> => working.ended(),
    /** Lets go of every key but these. */
    keepOnly: (busy: ReadonlySet<string>): void => dropWhere((keyId) => !busy.has(keyId)),
    /** Lets go of the keys of these people. */
    dropPeople: (isDropped: (userId: string) => boolean): void => dropWhere((_, owner) => isDropped(owner)),
  };
}
