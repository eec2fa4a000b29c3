import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground, Trader } from './episode.ts';
import { type KillableSite, killableSite } from './killable-site.ts';
import { paperControl } from './paper-control.ts';
import { tradingAs, visitor } from './visitor.ts';

/** How often the server is killed in a round. */
const KILLS = 3;
/** A kill waits a while for so many open blocks with a plan, since it tells more then. */
const LEAST_PLANS = 3;
const LONGEST_WAIT = 15_000;
const PAUSE = 100;
const FREE_USDT = '10000';

async function plans({ database }: KillableSite): Promise<number> {
  const [found] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from order_blocks where open and plan > 0`;
  return found?.count ?? 0;
}

/** As a browser does: what it reads it asks for again, what it sends may have been lost with the server. */
function patient(site: KillableSite) {
  async function request(path: string, init?: RequestInit): Promise<Response> {
    for (;;) {
      try {
        const response = await site.request(path, init);
        return new Response(await response.text(), { status: response.status, headers: response.headers });
      } catch {
        await site.up();
        if (init?.method !== 'GET') return Response.json({}, { status: 503 });
        await sleep(100);
      }
    }
  }
  return { request };
}

/** Episodes on a server process that is killed in the middle of them; the exchange and its prices go on. */
export async function killedEpisodes(
  count: number,
): Promise<Ground & { traders: Trader[]; close: () => Promise<void> }> {
  const site = await killableSite({ oneDatabase: true });
  const control = paperControl({ deps: { paperControlUrl: site.exchange.urls().controlUrl ?? null } });
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const people = await site.people(Array.from({ length: count }, () => [FREE_USDT]));
  await site.start();
  let upSince = performance.now();
  const traders = people.flatMap((who) => {
    const [main] = who.keys;
    if (!main) return [];
    const one = visitor({ app: patient(site) });
    one.useCookie(who.cookie());
    const { uid: keyUid, key: paperKey, secret: paperSecret } = main;
    return [{ ...one, ...tradingAs(one), email: who.email, keyUid, paperKey, paperSecret }];
  });
  return {
    site,
    control,
    traders,
    plans: 1,
    upSince: () => upSince,
    async kills({ between }) {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(between(800, 4000));
        for (let waited = 0; waited < LONGEST_WAIT && (await plans(site)) < LEAST_PLANS; waited += PAUSE)
          await sleep(PAUSE);
        await site.crash();
        upSince = performance.now();
      }
    },
    close: site.close,
  };
}
