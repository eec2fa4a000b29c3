import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** P-06: how long the parts of an earlier release can still be had. */
const KEPT_MS = 7 * DAY;

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
const isPart = (name: string): boolean => extname(name) in TYPES;

export interface Places {
  /** The assets of the built site. */
  current: string;
  /** Where they outlive it: an image or a build folder is replaced as a whole. */
  kept: string;
}

/** A file's time says when it was last part of the site. */
export async function keepAssets({ current, kept }: Places, now: number): Promise<void> {
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

/** From now on, each hour, for as long as the process lives. A site that is not built yet has none. */
export function keepAssetsHourly(places: Places, { clock, log }: { clock: Clock; log: Log }): void {
  const keep = () =>
    void keepAssets(places, clock()).catch((error: unknown) =>
      log.warn({ error }, 'The parts of the site could not be kept for pages of an earlier release.'),
    );
  keep();
  setInterval(keep, HOUR).unref();
}

/** A part of an earlier release, or null. */
export async function keptAsset(
  kept: string,
  name: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; type: string } | null> {
  const type = TYPES[extname(name)];
  if (type === undefined || !/^[\w.-]+$/.test(name)) return null;
  const body = await readFile(join(kept, name)).catch(() => null);
  return body && { body: new Uint8Array(body), type: `${type}; charset=utf-8` };
}
