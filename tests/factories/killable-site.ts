import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '../setup/database.ts';
import { freePort, serverProcess } from '../setup/process.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { authenticator } from './authenticator.ts';
import { openPaperExchange } from './paper-exchange.ts';
import { person, visitor } from './visitor.ts';

type Person = Awaited<ReturnType<typeof person>>;
type Added = { uid: string | null; error: string | null };
/** With their keys on the exchange, the main key first. */
type Keyed = Person & { keys: { uid: string; key: string; secret: string }[] };

interface Options {
  /** The exchange keeps its book beside the server's tables, so that both are read in one look. */
  oneDatabase?: boolean;
}

/** A server process that may be killed, over an exchange that outlives it. */
export async function killableSite({ oneDatabase = false }: Options = {}) {
  const database = await testDatabase();
  const exchange = await openPaperExchange(oneDatabase ? { db: database.db } : {});
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-killable-'));
  await chmod(dataDir, 0o755);
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EXCHANGE_MODE: 'live',
    BINANCE_REST_URL: restUrl,
    BINANCE_WS_URL: wsUrl,
    BINANCE_WS_API_URL: wsApiUrl,
  };
  let server: Awaited<ReturnType<typeof serverProcess>> | null = null;
  let coming: Promise<void> = Promise.resolve();

  /** A person whose main key and copy keys each have so much free, as a site in this process takes them on. */
  async function signUp(site: TestSite, free: readonly string[]): Promise<Keyed> {
    const who = await person(site);
    await database.sql`update users set email_verified_at = ${Date.now()} where email = ${who.email}`;
    const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
    await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
    const [{ userId } = { userId: '' }] = await database.sql<{ userId: string }[]>`
      select user_id as "userId" from users where email = ${who.email}`;
    let mainKeyId: string | null = null;
    const owned: Keyed['keys'] = [];
    for (const [index, usdt] of free.entries()) {
      const { key, secret: keySecret } = await exchange.trader();
      await exchange.control('balance', { key, asset: 'USDT', free: usdt });
      const named = { market: 'binance', name: `Key ${index}`, key, secret: keySecret } as const;
      const { keys } = site.deps;
      const taken = async (): Promise<string> => {
        const added: Added = await (mainKeyId === null
          ? keys.add(userId, named)
          : keys.addCopy(userId, mainKeyId, named));
        return added.uid ?? Promise.reject(new Error(`the key was not taken: ${added.error}`));
      };
      const uid = await until(taken, { timeout: 60_000, interval: 500 });
      mainKeyId ??= uid;
      owned.push({ uid, key, secret: keySecret });
    }
    return { ...who, keys: owned };
  }

  const isUp = () => server !== null;
  return {
    exchange,
    database,
    /** Of the server, whenever it is up. */
    url: `http://127.0.0.1:${variables.PORT}`,
    isUp,
    /** People with keys, before the server runs. */
    async people(groups: readonly (readonly string[])[]): Promise<Keyed[]> {
      const site = await testSite(variables);
      const found: Keyed[] = [];
      for (const free of groups) found.push(await signUp(site, free));
      await site.close();
      return found;
    },
    async start(): Promise<void> {
      server = await serverProcess(variables);
    },
    /** The plug is pulled, and the server started again as it was once `meanwhile` is over. */
    async crash(meanwhile?: () => Promise<void>): Promise<void> {
      const killed = server;
      server = null;
      coming = (async () => {
        await killed?.kill();
        await meanwhile?.();
        server = await serverProcess(variables);
      })();
      await coming;
    },
    /** When it is up, if it is on its way. */
    up: () => coming,
    /** A request to whatever server is up now; throws while none is. */
    request(path: string, init?: RequestInit): Promise<Response> {
      if (!server) return Promise.reject(new Error('The server is down.'));
      return server.app.request(path, init);
    },
    /** The same person, at whatever server is up now. */
    as(who: Person) {
      if (!server) throw new Error('The server is down.');
      const now = visitor(server);
      now.useCookie(who.cookie());
      return now;
    },
    async close(): Promise<void> {
      await server?.stop();
      await exchange.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type KillableSite = Awaited<ReturnType<typeof killableSite>>;
