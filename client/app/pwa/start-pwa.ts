import { isReloadHeld } from '../../lib/reload-hold.ts';
import { whenMisread } from '../../lib/call.ts';
import { watchTyping } from '../../lib/typing-hold.ts';
import { toast } from '../../ui/toast.ts';
import { watchInstall } from './install.ts';
import { reloadForOtherVersion } from './other-version.ts';
import { reloadAfterPreloadError } from './preload-error.ts';
import { createUpdates } from './updates.ts';

const reload = () => location.reload();
const hasWorkers = 'serviceWorker' in navigator;

export const updates = createUpdates({
  controlled: hasWorkers && navigator.serviceWorker.controller !== null,
  reload,
  isReloadHeld,
});

const page = {
  now: Date.now,
  // At the build there is none.
  get storage() {
    return sessionStorage;
  },
  isReloadHeld,
  ask: async () => false,
  updates,
  explain: () => toast.infoAfterReload('This page was newer or older than the site, so it was reloaded.'),
  reload,
};

async function registered(): Promise<void> {
  const { registerWorker } = await import('./register.ts');
  page.ask = await registerWorker(updates);
}

/** Call once, before the first render. Registers the worker of the built site; a development server has none. */
export function startPwa(): void {
  watchInstall();
  window.addEventListener('vite:preloadError', (event) =>
    reloadAfterPreloadError(event, {
      now: Date.now,
      storage: sessionStorage,
      // Offline a reload would lose even the page that is here.
      isReloadHeld: () => isReloadHeld() || !navigator.onLine,
      reload,
    }),
  );
  watchTyping();
  whenMisread(() => void reloadForOtherVersion(page));
  if (!hasWorkers || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('controllerchange', updates.controllerChanged);
  void registered();
}

/** A tap on a notification asks the open page to go somewhere; answering keeps the worker from loading it anew. */
export function onOpenRequest(navigate: (path: string) => void): () => void {
  if (!hasWorkers) return () => {};
  const open = ({ data, ports }: MessageEvent) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return;
    navigate(data.path);
    ports[0]?.postMessage('opened');
  };
  navigator.serviceWorker.addEventListener('message', open);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', open);
}

/** The number on the app's icon, where the platform has one; one that refuses costs nothing else. */
export async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  await set.catch(() => undefined);
}
