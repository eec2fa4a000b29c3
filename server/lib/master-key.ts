import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const KEY_BYTES = 32;

/** Where the master keys are configured: the current one and, during a rotation, the previous one. */
export interface MasterKeySource {
  MASTER_KEY?: string | undefined;
  MASTER_KEY_FILE?: string | undefined;
  MASTER_KEY_OLD?: string | undefined;
  MASTER_KEY_OLD_FILE?: string | undefined;
  DATA_DIR: string;
}

export interface MasterKey {
  /** The first 8 bytes of its SHA-256, hex; stored next to what it wraps. */
  id: string;
  key: Buffer;
  /** Where it was found, for messages. */
  place: string;
}

export interface MasterKeys {
  current: MasterKey | null;
  old: MasterKey | null;
}

const ownFile = ({ DATA_DIR }: MasterKeySource) => join(DATA_DIR, 'master-key');
const ownOldFile = (source: MasterKeySource) => `${ownFile(source)}.old`;

export const currentFile = (source: MasterKeySource): string => source.MASTER_KEY_FILE ?? ownFile(source);

/** The operator keeps the key, instead of this server in DATA_DIR. */
export const isConfigured = ({ MASTER_KEY, MASTER_KEY_FILE }: MasterKeySource): boolean =>
  (MASTER_KEY ?? MASTER_KEY_FILE) !== undefined;

function decode(text: string, place: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new Error(`${place} must hold ${KEY_BYTES} bytes as base64 (it holds ${key.length}).`);
  }
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key, place };
}

const read = (file: string): MasterKey | null => (existsSync(file) ? decode(readFileSync(file, 'utf8'), file) : null);

function readOld(source: MasterKeySource): MasterKey | null {
  const { MASTER_KEY_OLD, MASTER_KEY_OLD_FILE } = source;
  if (MASTER_KEY_OLD) return decode(MASTER_KEY_OLD, 'MASTER_KEY_OLD');
  const found = read(MASTER_KEY_OLD_FILE ?? ownOldFile(source));
  if (MASTER_KEY_OLD_FILE && !found) throw new Error(`The old master key ${MASTER_KEY_OLD_FILE} is missing.`);
  return found;
}

export function readMasterKeys(source: MasterKeySource): MasterKeys {
  const { MASTER_KEY } = source;
  const current = MASTER_KEY ? decode(MASTER_KEY, 'MASTER_KEY') : read(currentFile(source));
  return { current, old: readOld(source) };
}

/** Makes changes of a folder survive a power cut. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/** Atomic, even on a power cut. */
function writeKey(file: string, key: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const opened = openSync(part, 'wx', 0o600);
  writeSync(opened, key.toString('base64'));
  fsyncSync(opened);
  closeSync(opened);
  renameSync(part, file);
  syncFolder(dirname(file));
}

/** Only in DATA_DIR, and only where no account depends on a lost key. */
export function createMasterKey(source: MasterKeySource): void {
  writeKey(ownFile(source), randomBytes(KEY_BYTES));
}

/** Makes the key in DATA_DIR the old one and creates a new one. Resumes after an interruption. */
export function replaceMasterKey(source: MasterKeySource): void {
  const { current, old } = readMasterKeys(source);
  if (!current || (old && old.id !== current.id)) return;
  if (!old) writeKey(ownOldFile(source), current.key);
  writeKey(ownFile(source), randomBytes(KEY_BYTES));
}

export function dropOldMasterKey(source: MasterKeySource): void {
  rmSync(ownOldFile(source), { force: true });
  syncFolder(source.DATA_DIR);
}
