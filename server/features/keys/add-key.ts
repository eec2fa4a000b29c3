import type { addKey, KeyReport } from '#contracts/key-edits.ts';
import { KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { Big } from 'big.js';
import type { Exchange } from '../../exchanges/exchange.ts';
import { newId } from '../../lib/id.ts';
import { seal } from '../../lib/seal.ts';
import { reportOf } from './checks/report.ts';
import type { KeysStore } from './keys.store.ts';
import { sealContext } from './open-key.ts';
import type { KeyDeps } from './deps.ts';

interface NewKeyContext extends Pick<KeyDeps, 'clock' | 'paper'> {
  store: KeysStore;
  exchange: Exchange | null;
  userId: string;
  dataKey: Buffer;
  /** Null adds a main key. */
  mainKeyId: string | null;
}

type Added = { check: KeyReport | null } & ({ error: string; uid: null } | { error: null; uid: string });
const refused = (error: string, check: KeyReport | null = null): Added => ({ error, uid: null, check });

/** Checks a key on the exchange, seals its secret and stores it. */
export async function addCheckedKey(
  deps: NewKeyContext,
  { market, name, key, secret }: JsonOf<typeof addKey>,
): Promise<Added> {
  const { store, exchange, userId } = deps;
  if (!exchange) return refused(`Keys of ${market} cannot be used here yet.`);
  const checked = await exchange.checkKey({ apiKey: key, secret });
  const check = reportOf(checked, deps.clock());
  if (!checked.ok) return refused(checked.sentence, check);
  const id = newId();
  const outcome = await store.add(
    {
      id,
      market,
      name,
      apiKey: key,
      sealedSecret: seal(deps.dataKey, Buffer.from(secret), sealContext(userId, id, 1)),
      mainKeyId: deps.mainKeyId,
      inProcess: deps.mainKeyId !== null,
      multiplier: new Big(1),
      paper: deps.paper,
      createdAt: check.checkedAt,
      checkedAt: check.checkedAt,
    },
    KEYS_PER_ACCOUNT,
  );
  if (outcome === 'full') return refused(`An account can have up to ${KEYS_PER_ACCOUNT} keys. Delete one first.`);
  if (outcome === 'no-main') return refused('There is no such main key on this market.');
  if (outcome === 'duplicate') return refused('This API key is already in your account.');
  return { error: null, uid: id, check };
}
