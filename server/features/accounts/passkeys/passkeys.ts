import type { JsonOf } from '#contracts/endpoint.ts';
import type { addPasskey, PasskeyProof } from '#contracts/passkeys.ts';
import { Refusal } from '../../../lib/errors.ts';
import { ceremony, type Holder } from './ceremony.ts';
import { ownPasskeysStore, type PasskeyRow, passkeysStore } from './passkeys.store.ts';
import type { AccountContext } from '../deps.ts';

const MOST = 20;

/** Passkeys, bound to this site's address. */
export function createPasskeys(deps: Pick<AccountContext, 'db' | 'clock' | 'audit' | 'tokens' | 'publicUrl'>) {
  const { db, clock, audit } = deps;
  const { optionsOfNew, checkNew, optionsOfKnown, checkKnown } = ceremony(deps);
  const all = passkeysStore(db);
  const own = (userId: string) => ownPasskeysStore(db, userId);
  return {
    list: (userId: string): Promise<PasskeyRow[]> => own(userId).all(),
    hasAny: async (userId: string): Promise<boolean> => (await own(userId).count()) > 0,
    has: async (userId: string, id: string): Promise<boolean> => (await all.find(id))?.userId === userId,
    async begin(holder: Holder) {
      const known = await own(holder.userId).all();
      if (known.length >= MOST) throw new Refusal('conflict', `At most ${MOST} passkeys an account. Remove one first.`);
      return optionsOfNew(holder, known);
    },
    async add(userId: string, { name, credential: response }: JsonOf<typeof addPasskey>): Promise<string> {
      const verified = await checkNew(userId, response);
      if (!verified) throw new Refusal('unprocessable', 'This passkey could not be added. Try again.');
      const { credential, credentialBackedUp: backedUp } = verified;
      const { id, counter } = credential;
      const { transports = [] } = response.response;
      const publicKey = Buffer.from(credential.publicKey);
      const row = { id, name, publicKey, counter, transports, backedUp, createdAt: clock() };
      if (!(await own(userId).add(row))) throw new Refusal('conflict', 'This passkey is in use already.');
      await audit.record(userId, 'passkey-added', { name });
      return id;
    },
    async remove(userId: string, id: string): Promise<void> {
      const name = await own(userId).remove(id);
      if (name === null) throw new Refusal('not-found', 'There is no such passkey.');
      await audit.record(userId, 'passkey-removed', { name });
    },
    challenge: optionsOfKnown,
    /** The owner of the passkey that signed a challenge; null when invalid. */
    async check(response: PasskeyProof): Promise<string | null> {
      const known = await all.find(response.id);
      const verified = known && (await checkKnown(known, response));
      if (!verified) return null;
      const { newCounter: counter, credentialBackedUp: backedUp } = verified;
      return (await all.use(known.id, { counter, backedUp, usedAt: clock() })) ? known.userId : null;
    },
  };
}
export type Passkeys = ReturnType<typeof createPasskeys>;
