import { startTransition, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/app.tsx';
import { client } from './app/query-client.ts';
import { preloadPage } from './app/pages.ts';
import { startPwa } from './app/pwa/start-pwa.ts';
import { matchesPreRendered, isFrame, restorePreRenderedData } from './lib/pre-rendered.ts';
import { prefetchPage } from './app/prefetch-page.ts';
import { restoreOfflineCache } from './lib/offline/offline-cache.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';
import { afterFirstView } from './lib/first-view.ts';
import { nextTask } from './lib/next-task.ts';
import { takeTextLeftByReload, toast } from './ui/toast.ts';

// The content security policy forbids eval.
z.config({ jitless: true });
applyTheme(chosenTheme());
startPwa();

/** No field is there before the first view. */
async function readPastedNumbers(): Promise<void> {
  await afterFirstView();
  (await import('./ui/number-paste.ts')).readPastedNumbers();
}
void readPastedNumbers().catch(() => undefined);

/** The module may run before the document is parsed. */
async function documentParsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** The worker serves pages from files whose names differ from the page addresses. */
function showPageAddress(): void {
  const { pathname, search, hash } = window.location;
  const page = /^(\/.+)\.html$/.exec(pathname)?.[1];
  if (page) window.history.replaceState(null, '', `${page === '/index' ? '/' : page}${search}${hash}`);
}

const persistedShapes = async () => (await import('./app/pwa/persisted-shapes.ts')).matchesContract;

async function start(): Promise<void> {
  // Together with the evaluation of the app's code, the task would be too long.
  await nextTask();
  showPageAddress();
  // An answer to the first calls may reload this page, and leave a text for the next one.
  const leftByReload = takeTextLeftByReload();
  await restoreOfflineCache(client, persistedShapes).catch(() => undefined);
  await documentParsed();
  const root = document.querySelector('#root');
  if (!root) return;
  restorePreRenderedData(client);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // Avoids a flash of the fallback when the page's code is nearly there.
  await Promise.all([
    preloadPage(window.location.pathname).catch(() => undefined),
    prefetchPage(client, window.location),
  ]);
  // As a transition, hydration is time-sliced and input is handled in between.
  if (matchesPreRendered(root)) startTransition(() => void hydrateRoot(root, app));
  else if (isFrame(root)) startTransition(() => createRoot(root).render(app));
  // Renders synchronously, so that `started` resolves with the page in place and boot.ts can restore typed input.
  else flushSync(() => createRoot(root).render(app));
  if (leftByReload !== null) toast.info(leftByReload);
}

/** Not awaited, because the page chunks import this module. */
export const started = start();
