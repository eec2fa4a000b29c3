import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** P-06: how long the assets of an earlier release stay available. */
const KEPT_MS = 7 * DAY;

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
const isPart = (name: string): boolean => extname(name) in TYPES;

export interface AssetFolders {
  /** The assets of the built site. */
  current: string;
  /** Where they survive a new build, which replaces the folder as a whole. */
  kept: string;
}

/** Copies the current assets and removes expired ones. A file's mtime is when it was last part of the site. */
export async function keepAssets({ current, kept }: AssetFolders, now: number): Promise<void> {
  await mkdir(kept, { recursive: true });
  const names = new Set((await readdir(current)).filter(isPart));
  const there = new Set(await readdir(kept));
  for (const name of names) {
    const file = join(kept, name);
    if (!there.has(name)) {
      await copyFile(join(current, name), `${file}.part`);
      await rename(`${file}.part`, file);
    }
    await utimes(file, now / 1000, now / 1000);
  }
  for (const name of await readdir(kept)) {
    const file = join(kept, name);
    if (!names.has(name) && now - (await stat(file)).mtimeMs > KEPT_MS) await rm(file);
  }
}

/** Repeats every hour. A site that is not built yet has no assets. */
export function keepAssetsHourly(places: AssetFolders, { clock, log }: { clock: Clock; log: Log }): void {
  const keep = () =>
    void keepAssets(places, clock()).catch((error: unknown) =>
      log.warn({ error }, 'The parts of the site could not be kept for pages of an earlier release.'),
    );
  keep();
  setInterval(keep, HOUR).unref();
}

/** An asset of an earlier release, or null. */
export async function keptAsset(
  kept: string,
  name: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; type: string } | null> {
  const type = TYPES[extname(name)];
  if (type === undefined || !/^[\w.-]+$/.test(name)) return null;
  const body = await readFile(join(kept, name)).catch(() => null);
  return body && { body: new Uint8Array(body), type: `${type}; charset=utf-8` };
}
