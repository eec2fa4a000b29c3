import { setTimeout as sleep } from 'node:timers/promises';
import { attachDatabase } from '../db/attach.ts';
import type { Db } from '../db/database.ts';
import { lockMasterKey } from '../db/data-lock.ts';
import { type Env, readEnv } from '../env.ts';
import { checkMasterKey, rewrapDataKeys } from '../features/accounts/index.ts';
import { createLog } from '../lib/log.ts';
import { dropOldMasterKey, isConfigured, readMasterKeys, replaceMasterKey } from '../lib/master-key.ts';
import { openVault } from '../lib/vault.ts';
import { rewrapSiteSecrets } from '../runtime/site-secrets/site-secrets.ts';

/** By then a server has stored an account whose key it wrapped just before the change. */
const LATECOMERS = 5000;
const NO_NEW_KEY =
  'Where MASTER_KEY is set, set it to the new key and MASTER_KEY_OLD to the previous one on every server, restart them, then run this again.';

const notify = (done: number, all: number) =>
  console.log(`${done.toLocaleString('en')} of ${all.toLocaleString('en')} accounts are under the new key.`);

async function rewrapAll(db: Db, env: Env): Promise<number> {
  const vault = openVault(env, { mayCreate: false });
  await rewrapSiteSecrets({ db, vault });
  for (let all = 0; ;) {
    const done = await rewrapDataKeys({ db, vault }, notify);
    all += done;
    if (done === 0) return all;
    await sleep(LATECOMERS);
  }
}

async function rotate(db: Db, env: Env): Promise<void> {
  await checkMasterKey(db, openVault(env, { mayCreate: false }));
  if (!isConfigured(env)) replaceMasterKey(env);
  else if (!readMasterKeys(env).old) throw new Error(NO_NEW_KEY);
  const all = await rewrapAll(db, env);
  if (!isConfigured(env)) dropOldMasterKey(env);
  const end = isConfigured(env) ? 'MASTER_KEY_OLD may be removed everywhere' : 'the old one is removed';
  console.log(`The master key is replaced: ${all.toLocaleString('en')} accounts were rewrapped, ${end}.`);
}

async function run(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== 'rotate') throw new Error('Usage: npm run master-key -- rotate.');
  const env = readEnv(process.env);
  const { db, close } = await attachDatabase(env, createLog('warn'));
  try {
    // Released when this process ends.
    await lockMasterKey(env.DATA_DIR);
    await rotate(db, env);
  } finally {
    await close();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
