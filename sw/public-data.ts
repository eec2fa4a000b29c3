import { DONATIONS_PATH, FAQ_PATH } from '#contracts/rules/public-paths.ts';

const CACHE = 'public';

export const PUBLIC_PATHS: readonly string[] = [FAQ_PATH, DONATIONS_PATH];

/** Fetched without cookies, so that no user's answer is cached. */
async function fetchAndCache(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: 'omit', cache: 'no-cache' });
  if (answer.ok) await (await caches.open(CACHE)).put(path, answer.clone());
  return answer;
}

const cached = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: CACHE });

/** P-02: the only cached calls, so that their pages work offline. */
export async function answerPublic(path: string, later: (work: Promise<unknown>) => void): Promise<Response> {
  const before = await cached(path);
  const newer = fetchAndCache(path);
  // P-10: an outdated address is shown only if no newer one can be fetched.
  if (!before || path === DONATIONS_PATH)
    return newer.catch((error: unknown) => before ?? Promise.reject(error as Error));
  later(newer.catch(() => undefined));
  return before;
}

/** Best effort, at install. */
export const cachePublic = (): Promise<unknown> => Promise.allSettled(PUBLIC_PATHS.map(fetchAndCache));
