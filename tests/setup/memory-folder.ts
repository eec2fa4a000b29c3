import { accessSync, constants, statfsSync } from 'node:fs';
import { availableMemory } from 'node:process';

/** Linux keeps what is in it in memory. */
const FOLDER = '/dev/shm';
/** Bytes: what all folders of a run hold at the same time, and as much for the run itself. */
const ROOM = 4 * 2 ** 30;

function hasRoom(): boolean {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= ROOM && availableMemory() >= 2 * ROOM;
  } catch {
    return false;
  }
}

/**
 * Temporary folders of this process, and of those that it starts, are in memory where there is room: making and removing
 * the files of each test's database costs several times as much on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = FOLDER;
}
