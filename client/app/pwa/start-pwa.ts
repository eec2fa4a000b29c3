import { isReloadHeld } from '../../lib/reload-hold.ts';
import { afterFirstView } from '../../lib/first-view.ts';
import { onVersionMismatch } from '../../lib/call.ts';
import { holdReloadWhileTyping } from '../../lib/typing-hold.ts';
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
  // Lazy, because there is no sessionStorage while pre-rendering.
  get storage() {
    return sessionStorage;
  },
  isReloadHeld,
  checkForUpdate: async () => false,
  updates,
  explain: () => toast.infoAfterReload('This page was newer or older than the site, so it was reloaded.'),
  reload,
};

/** A first visit installs all of the app, which would slow down the page that is being opened. */
const INSTALL_AFTER_MS = 4000;

async function registered(): Promise<void> {
  await afterFirstView();
  if (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, INSTALL_AFTER_MS));
  const { registerWorker } = await import('./register.ts');
  page.checkForUpdate = await registerWorker(updates);
}

/** Call once before the first render; registers the worker in production builds only. */
export function startPwa(): void {
  watchInstall();
  window.addEventListener('vite:preloadError', (event) =>
    reloadAfterPreloadError(event, {
      now: Date.now,
      storage: sessionStorage,
      // Reloading offline would lose the page.
      isReloadHeld: () => isReloadHeld() || !navigator.onLine,
      reload,
    }),
  );
  holdReloadWhileTyping();
  onVersionMismatch(() => void reloadForOtherVersion(page));
  if (!hasWorkers || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('controllerchange', updates.controllerChanged);
  void registered();
}

/** Handles a tap on a notification by in-app navigation; the reply keeps the worker from reloading the page. */
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

/** Sets the app icon's badge where supported; failures are ignored. */
export async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  await set.catch(() => undefined);
}
