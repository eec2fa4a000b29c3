import type { EngineContext } from '../orders.ts';
import type { OutsideDeals } from '../external/external-deals.ts';
import type { accountWatch } from '../../keys/index.ts';

interface OutsideKeysContext extends Pick<EngineContext, 'keys' | 'log' | 'isOwn'> {
  deals: OutsideDeals;
  accounts: ReturnType<typeof accountWatch>;
  signal: AbortSignal;
}
interface KeyName {
  userId: string;
  keyId: string;
}

/** The main keys whose owners' own deals are repeated: their streams are open all the time. */
export class OutsideKeys {
  readonly #deps: OutsideKeysContext;

  constructor(deps: OutsideKeysContext) {
    this.#deps = deps;
  }

  /** The switch of a key was changed. */
  async changed(key: KeyName): Promise<void> {
    const { isOwn, deals } = this.#deps;
    if (isOwn(key.userId) && (await this.#watch(key))) await deals.opened(key.keyId);
  }

  /** Watches all of them, and no others. */
  async watchAll(): Promise<void> {
    const { keys, deals, isOwn, log } = this.#deps;
    const repeating = (await keys.repeatingOutside()).filter(({ userId }) => isOwn(userId));
    deals.keepOnly(new Set(repeating.map(({ keyId }) => keyId)));
    const watch = (key: KeyName) =>
      this.#watch(key).catch((error: unknown) => {
        log.error({ error, keyId: key.keyId }, 'a key could not be watched for outside deals');
      });
    await Promise.all(repeating.map(watch));
  }

  /** True when its stream is opened for that. */
  async #watch({ userId, keyId }: KeyName): Promise<boolean> {
    const { keys, deals, accounts, signal } = this.#deps;
    keys.balances.seen(userId);
    if (!deals.begin(userId, keyId)) return false;
    try {
      const key = await keys.byId(userId, keyId);
      return key !== null && !signal.aborted && accounts.add(userId, key);
    } catch (error) {
      deals.end(keyId);
      throw error;
    }
  }
}
