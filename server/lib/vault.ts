import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal, unseal } from './seal.ts';

const BYTES = 32;

interface MasterKeySource {
  MASTER_KEY?: string | undefined;
  MASTER_KEY_FILE?: string | undefined;
  DATA_DIR: string;
}

function decode(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== BYTES) throw new Error(`${source} must hold ${BYTES} bytes as base64 (it holds ${key.length}).`);
  return key;
}

/** From the configuration, else from DATA_DIR; made there only when no account can depend on a lost one. */
function masterKey(source: MasterKeySource, mayCreate: boolean): Buffer {
  if (source.MASTER_KEY) return decode(source.MASTER_KEY, 'MASTER_KEY');
  const file = source.MASTER_KEY_FILE ?? join(source.DATA_DIR, 'master-key');
  if (existsSync(file)) return decode(readFileSync(file, 'utf8'), file);
  if (source.MASTER_KEY_FILE || !mayCreate) {
    throw new Error(
      `The master key ${file} is missing: the accounts' exchange secrets cannot be opened without it. Put it back, then start again.`,
    );
  }
  const key = randomBytes(BYTES);
  mkdirSync(source.DATA_DIR, { recursive: true });
  writeFileSync(file, key.toString('base64'), { mode: 0o600, flag: 'wx' });
  return key;
}

const context = (userId: string) => `data-key|${userId}`;

/** Envelope encryption: each person's data key is wrapped by the master key, which is never in the database. */
export function openVault(source: MasterKeySource, { mayCreate }: { mayCreate: boolean }) {
  const master = masterKey(source, mayCreate);
  return {
    newDataKey: (userId: string): Buffer => seal(master, randomBytes(BYTES), context(userId)),
    openDataKey: (userId: string, wrapped: Buffer): Buffer => unseal(master, wrapped, context(userId)),
  };
}
export type Vault = ReturnType<typeof openVault>;
