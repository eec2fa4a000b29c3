import { DONATIONS_PATH, FAQ_PATH } from '#contracts/rules/public-paths.ts';

const CACHE = 'public';

export const PUBLIC_PATHS: readonly string[] = [FAQ_PATH, DONATIONS_PATH];

/** The same for everybody: asked for without the cookie, so that no person's answer is ever kept. */
async function fresh(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: 'omit', cache: 'no-cache' });
  if (answer.ok) await (await caches.open(CACHE)).put(path, answer.clone());
  return answer;
}

const kept = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: CACHE });

/** P-02: the only calls that are kept. Offline the pages that show them still can. */
export async function answerPublic(path: string, later: (work: Promise<unknown>) => void): Promise<Response> {
  const before = await kept(path);
  const newer = fresh(path);
  // P-10: an address that was valid once is shown only while no newer one can be had.
  if (!before || path === DONATIONS_PATH)
    return newer.catch((error: unknown) => before ?? Promise.reject(error as Error));
  later(newer.catch(() => undefined));
  return before;
}

/** At install, as far as it goes. */
export const keepPublic = (): Promise<unknown> => Promise.allSettled(PUBLIC_PATHS.map(fresh));
