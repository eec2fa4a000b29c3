import type { Db } from '../../db/database.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Vault } from '../../lib/vault.ts';
import { type SecretRow, siteSecretsStore } from './site-secrets.store.ts';

interface Context {
  db: Db;
  vault: Vault;
}

/** Names no account, whose ids are UUIDs. */
const ownerOf = (name: string) => `site|${name}`;

function sealed({ vault }: Context, name: string, secret: Buffer): SecretRow {
  const wrapped = vault.newDataKey(ownerOf(name));
  return { name, ...wrapped, sealed: seal(vault.openDataKey(ownerOf(name), wrapped), secret, name) };
}

/** Secrets of the site, kept in the database for all its processes, sealed under the master key. */
export function siteSecrets(context: Context) {
  const { db, vault } = context;
  const store = siteSecretsStore(db);

  function open({ name, sealed: bytes, ...wrapped }: SecretRow): Buffer {
    if (!vault.opens(ownerOf(name), wrapped))
      throw new Error(
        `The site's ${name} are sealed under the master key ${wrapped.masterKeyId}, and this one is ${vault.currentId()}. Put it back, as MASTER_KEY_OLD if it is being replaced, then start again; nothing was changed.`,
      );
    return unseal(vault.openDataKey(ownerOf(name), wrapped), bytes, name);
  }

  return {
    /**
     * The secret of this name; where there is none, the one that `make` returns is stored, by the first process that
     * asks. Throws a sentence for the operator when the master key does not open it; `replaceable` makes a new one then.
     */
    async getOrAdd(name: string, make: () => Buffer, { replaceable }: { replaceable: boolean }): Promise<Buffer> {
      const found = await store.byName(name);
      if (found && replaceable && !vault.opens(ownerOf(name), found)) await store.remove(found);
      else if (found) return open(found);
      await store.add(sealed(context, name, make()));
      const kept = await store.byName(name);
      if (!kept) throw new Error(`The site's ${name} were not stored.`);
      return open(kept);
    },
  };
}
export type SiteSecrets = ReturnType<typeof siteSecrets>;

/** S-30: wraps the data keys of the site's secrets with the current master key. */
export async function rewrapSiteSecrets({ db, vault }: Context): Promise<void> {
  const store = siteSecretsStore(db);
  for (const row of await store.all())
    if (row.masterKeyId !== vault.currentId()) await store.rewrap(row, vault.rewrap(ownerOf(row.name), row));
}
