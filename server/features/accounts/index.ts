import { requireAddress } from '../../lib/require-address.ts';
import { accountsStore } from './accounts.store.ts';
import { createAddress } from './address/prove-address.ts';
import { sessionStore } from './session.store.ts';
import { oneTimeTokensStore } from './one-time-tokens.store.ts';
import { personalDataStore } from './data-export/personal-data.store.ts';
import { personProfile } from './profile/person-profile.ts';
import { createRecovery } from './recovery/password-recovery.ts';
import { sessionKeeper } from './session.ts';
import { personSessions } from './sessions/person-sessions.ts';
import { addAccount, emailKey } from './sign-up.ts';
import { apiTokens } from './tokens/api-tokens.ts';
import { signUpLimits } from './sign-up-limits.ts';
import { signInMethods } from './sign-in-methods.ts';
import type { AccountDeps, AccountContext } from './deps.ts';

export { checkMasterKey } from './data-keys/check-master-key.ts';
export { rewrapDataKeys } from './data-keys/rewrap-data-keys.ts';
export { accountDeletion } from './deletion/account-deletion.ts';
export { erase } from './deletion/erase.store.ts';
export { endSessionsByOperator } from './sessions/end-by-operator.ts';
export { LONGEST_SESSION } from './session.ts';

const SESSION_ENDED = 'session.ended';
const ACCOUNT_ERASED = 'account.erased';

export function createAccounts(on: AccountDeps) {
  const { db, vault, clock, bus, audit, sharedLimits } = on;
  const store = accountsStore(db);
  const publishEnded = (sessionId: string) => bus.publish(SESSION_ENDED, sessionId);
  const keeper = sessionKeeper({ store: sessionStore(db), clock, onEnd: publishEnded });
  const limits = signUpLimits(sharedLimits);
  // A user's data key never changes, only its wrapping.
  const dataKeys = new Map<string, Buffer>();
  /** The user's data key, unwrapped. */
  async function dataKey(userId: string): Promise<Buffer> {
    const open = dataKeys.get(userId);
    if (open) return open;
    const wrapped = await store.dataKey(userId);
    if (!wrapped) throw new Error(`no account ${userId}`);
    const key = vault.openDataKey(userId, wrapped);
    dataKeys.set(userId, key);
    return key;
  }
  const onErased = (listener: (userId: string) => void) =>
    bus.subscribe(ACCOUNT_ERASED, (userId) => listener(String(userId)));
  onErased((userId) => dataKeys.delete(userId));
  const deps: AccountContext = { ...on, store, tokens: oneTimeTokensStore(db), dataKey, publishEnded };
  const address = createAddress(deps);
  const sessions = personSessions(deps);
  const tokens = apiTokens(deps);
  const methods = signInMethods({ ...deps, keeper, address });
  return {
    findPerson: keeper.findPerson,
    hasTraded: store.hasTraded,
    renewSession: keeper.renew,
    endSession: keeper.end,
    /** Of a session, or of an API token. */
    isSessionAlive: async (session: { userId: string; id: string }): Promise<boolean> =>
      (await keeper.isAlive(session)) || tokens.isAlive(session),
    tokens,
    sessions,
    address,
    profile: personProfile({ ...deps, sessions }),
    personalData: (userId: string) => personalDataStore(db, userId),
    publishErased: (userId: string) => bus.publish(ACCOUNT_ERASED, userId),
    /** S-50, S-18: real money requires a verified address first, then a second factor. */
    async mayTrade(userId: string): Promise<boolean> {
      requireAddress({ proven: await address.isProven(userId) }, 'This key trades with real money.');
      return methods.hasSecondFactor(userId);
    },
    /** Notifies of deleted accounts, on whichever server. */
    onErased,
    /** Notifies of ended sessions, on whichever server. */
    onSessionEnd: (listener: (sessionId: string) => void) => bus.subscribe(SESSION_ENDED, (id) => listener(String(id))),
    recovery: createRecovery(deps),
    ...methods,
    async signUp(form: Parameters<typeof addAccount>[1], from: string): Promise<{ error: string | null }> {
      const { error, userId } = await addAccount({ store, vault, clock, limits }, form, from);
      if (!userId) return { error };
      await audit.record(userId, 'signed-up');
      await address.welcome(userId, { email: form.email.trim(), emailKey: emailKey(form.email) });
      return { error };
    },
    dataKey,
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
