import { randomBytes } from 'node:crypto';
import {
  createMasterKey,
  currentFile,
  isConfigured,
  KEY_BYTES,
  type MasterKey,
  type MasterKeys,
  type MasterKeySource,
  readMasterKeys,
} from './master-key.ts';
import { seal, unseal } from './seal.ts';

/** A user's data key as stored, and which master key wraps it. */
export interface WrappedKey {
  dataKey: Buffer;
  /** Empty for accounts from before master keys had ids. */
  masterKeyId: string;
}

const context = (userId: string) => `data-key|${userId}`;

function firstKeys(source: MasterKeySource, mayCreate: boolean): MasterKeys {
  const found = readMasterKeys(source);
  if (found.current) return found;
  if (isConfigured(source) || !mayCreate) {
    throw new Error(
      `The master key ${currentFile(source)} is missing: the accounts' exchange secrets cannot be opened without it. Put it back, then start again.`,
    );
  }
  createMasterKey(source);
  return readMasterKeys(source);
}

const isWrappedBy = ({ id }: MasterKey, { masterKeyId }: WrappedKey): boolean =>
  masterKeyId === id || masterKeyId === '';

function unwrap({ key }: MasterKey, userId: string, { dataKey }: WrappedKey): Buffer | null {
  try {
    return unseal(key, dataKey, context(userId));
  } catch {
    return null;
  }
}

/**
 * Envelope encryption: each user's data key is wrapped by a master key, which is never in the database. During a
 * rotation both master keys open.
 */
export function openVault(source: MasterKeySource, { mayCreate }: { mayCreate: boolean }) {
  let keys = firstKeys(source, mayCreate);

  function tryOpen(userId: string, wrapped: WrappedKey): Buffer | null {
    const known = [keys.current, keys.old].filter((key) => key !== null);
    for (const key of known.filter((each) => isWrappedBy(each, wrapped))) {
      const opened = unwrap(key, userId, wrapped);
      if (opened) return opened;
    }
    return null;
  }

  /** Null when no available key opens it. */
  function open(userId: string, wrapped: WrappedKey): Buffer | null {
    const opened = tryOpen(userId, wrapped);
    if (opened) return opened;
    // Rotated since this process read the keys.
    keys = readMasterKeys(source);
    return tryOpen(userId, wrapped);
  }

  function openDataKey(userId: string, wrapped: WrappedKey): Buffer {
    const opened = open(userId, wrapped);
    if (!opened) throw new Error(`no master key opens the data key of ${userId}`);
    return opened;
  }

  function wrap(userId: string, dataKey: Buffer): WrappedKey {
    const { current } = keys;
    if (!current) throw new Error(`the master key ${currentFile(source)} is gone`);
    return { dataKey: seal(current.key, dataKey, context(userId)), masterKeyId: current.id };
  }

  return {
    currentId: () => keys.current?.id ?? '',
    opens: (userId: string, wrapped: WrappedKey): boolean => open(userId, wrapped) !== null,
    /** Wrapped by the current key, even right after a rotation. */
    newDataKey(userId: string): WrappedKey {
      keys = readMasterKeys(source);
      return wrap(userId, randomBytes(KEY_BYTES));
    },
    openDataKey,
    rewrap: (userId: string, wrapped: WrappedKey): WrappedKey => wrap(userId, openDataKey(userId, wrapped)),
  };
}
export type Vault = ReturnType<typeof openVault>;
