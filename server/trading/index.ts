import type { Trading } from '#contracts/trading.ts';
import { tradingGate } from './trading-gate.ts';
import { tradingStore } from './trading.store.ts';
import type { TradingDeps } from './deps.ts';

export type { TradingGate } from './trading-gate.ts';
export { ACCOUNT } from './trading.store.ts';

const CHANGED = 'trading.changed';

/** The kill switches (S-34): the site's, the operator's for one user, and each user's own. */
export function createTrading({ db, clock, log, bus, audit, durable }: TradingDeps) {
  const store = tradingStore(db);
  const gate = tradingGate({ store, clock, log, durable });
  const unsubscribe = bus.subscribe(CHANGED, () => void gate.refresh());
  const state = (userId: string): Trading => ({
    off: gate.isOwnOff(userId),
    refusal: gate.refusal(userId),
    entries: gate.reachedLoss(userId),
  });
  /** In force in every process within a second. */
  async function changed(): Promise<void> {
    await gate.refresh();
    bus.publish(CHANGED, null);
  }
  return {
    gate,
    state,
    changed,
    async switchOwn(userId: string, off: boolean): Promise<Trading> {
      await store.switchOwn(userId, !off);
      await changed();
      await audit.record(userId, off ? 'trading-off' : 'trading-on', { by: 'yourself' });
      return state(userId);
    },
    forget(userId: string): void {
      store.forget(userId).catch((error: unknown) => log.error({ error }, 'the switch of an erased account was left'));
    },
    start: gate.start,
    async stop(): Promise<void> {
      unsubscribe();
      await gate.stop();
    },
  };
}
export type TradingSwitches = ReturnType<typeof createTrading>;

/** The operator's command: `person` by e-mail, null for the whole site. */
export async function switchByOperator(
  { db, clock, audit }: Pick<TradingDeps, 'db' | 'clock' | 'audit'>,
  { on, person }: { on: boolean; person: string | null },
): Promise<void> {
  const store = tradingStore(db);
  if (person === null) {
    await store.switchSite(on, clock());
    return;
  }
  const userId = await store.personByEmail(person);
  if (userId === null) throw new Error(`There is no account with the e-mail ${person}.`);
  await store.switchPerson(userId, on, clock());
  await audit.record(userId, on ? 'trading-on' : 'trading-off', { by: 'operator' });
}
