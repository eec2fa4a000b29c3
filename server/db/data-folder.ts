import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';

const MB = 1024 * 1024;
/** Below this PostgreSQL has no room for two more WAL segments, and stops. */
const LEAST = 32 * MB;
/** A new database and some hours of work. */
const TO_BEGIN = 160 * MB;

const WHY: Record<string, string> = {
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'a part of this path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'its disk is full',
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inMb = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

/** D-02: enough space to continue. */
export function hasRoom(folder: string): boolean {
  try {
    return freeBytes(folder) >= LEAST;
  } catch {
    return false;
  }
}

/** Creates the data folder where it is missing; throws one sentence when it is not writable. */
export function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const why = WHY[codeOf(error)];
    if (!why) throw error;
    throw new Error(`DATA_DIR is ${dataDir}, which cannot be written to: ${why}. Set DATA_DIR to another folder.`, {
      cause: error,
    });
  }
}

/** Throws where the disk has too little space to start or continue. */
export function requireRoom(folder: string, { fresh }: { fresh: boolean }): void {
  const [free, needed] = [freeBytes(folder), fresh ? TO_BEGIN : LEAST];
  if (free >= needed) return;
  const what = fresh ? 'A new database' : 'The database';
  throw new Error(
    `The disk of ${folder} has ${inMb(free)} free. ${what} needs ${inMb(needed)}: make room there, or set DATA_DIR to another disk.`,
  );
}

/** Reported by PostgreSQL (53100, disk_full) or by the system, at any depth of causes. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (['53100', 'ENOSPC'].includes(codeOf(at))) return true;
  return false;
}
