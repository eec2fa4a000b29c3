import type { BrowserContext } from '@playwright/test';
import { pushEndpoint, type PushEndpoint } from '../doubles/push-endpoint.ts';
import { ownSite } from './own-site.ts';
import { paperControl } from './pages/paper-control.ts';

/** A site which takes this test's push service for a known one. */
export async function pushSite(variables: Record<string, string> = {}) {
  const service = await pushEndpoint();
  const push = { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: service.certFile };
  const site = await ownSite({ PAPER_CONTROL: 'on', ...push, ...variables });
  return {
    origin: site.origin,
    service,
    trade: paperControl(site.dataDir).trade,
    async close() {
      await site.close();
      await service.close();
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
