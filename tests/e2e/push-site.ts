import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { pushEndpoint, type PushEndpoint } from '../doubles/push-endpoint.ts';
import { freePort, serverProcess } from '../setup/process.ts';

/** A whole site of its own, which takes this test's push service for a known one. */
export async function pushSite(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-push-site-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const service = await pushEndpoint();
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const server = await serverProcess({
    PORT: port,
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    PAPER_CONTROL: 'on',
    PUSH_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: service.certFile,
    ...variables,
  });
  const control = (await readFile(join(dataDir, 'paper-control.url'), 'utf8')).trim();
  return {
    origin,
    service,
    /** One trade at this price; the simulation leaves the symbol alone from then on. */
    async trade(symbol: string, price: number): Promise<void> {
      const answer = await fetch(`${control}/control/price`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ symbol, price }),
      });
      if (!answer.ok) throw new Error(`/control/price: ${answer.status} ${await answer.text()}`);
    },
    async close() {
      await server.stop();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type PushSite = Awaited<ReturnType<typeof pushSite>>;

type Taken = Omit<ReturnType<PushEndpoint['subscription']>, 'id'>;

interface Binding {
  takeSubscription: (publicKey: string) => Promise<Taken>;
}

/** A browser without a push service never settles subscribe(): this one gets its subscription from the double. */
export async function subscribeAt(service: PushEndpoint, context: BrowserContext): Promise<void> {
  await context.exposeBinding('takeSubscription', (_, publicKey: string): Taken => {
    const { endpoint, expirationTime, keys } = service.subscription(publicKey);
    return { endpoint, expirationTime, keys };
  });
  await context.addInitScript(() => {
    const KEPT = 'test-subscription';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer;
    const kept = () => {
      const text = localStorage.getItem(KEPT);
      if (text === null) return null;
      const { publicKey, json } = JSON.parse(text) as { publicKey: string; json: Taken };
      return {
        ...json,
        options: { userVisibleOnly: true, applicationServerKey: bytes(publicKey) },
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem(KEPT);
          return true;
        },
      };
    };
    const { takeSubscription } = window as unknown as Binding;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => kept(),
      subscribe: async ({ applicationServerKey: publicKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEPT, JSON.stringify({ publicKey, json: await takeSubscription(publicKey) }));
        return kept();
      },
    });
  });
}
