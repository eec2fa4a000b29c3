import { startTransition, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/app.tsx';
import { client } from './app/client.ts';
import { preloadPage } from './app/pages.ts';
import { startPwa } from './app/pwa/start-pwa.ts';
import { isAsDrawn, isFrame, takeDrawn } from './lib/pre-rendered.ts';
import { readAhead } from './app/read-ahead.ts';
import { restoreOfflineReading } from './lib/offline/offline-reading.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';
import { readPastedNumbers } from './ui/number-paste.ts';
import { showToastLeftByReload } from './ui/toast.ts';

// The content security policy allows no code made from text.
z.config({ jitless: true });
applyTheme(chosenTheme());
startPwa();
readPastedNumbers();

/** The app's files may be here before the whole page is. */
async function drawn(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** The worker keeps a page as a file, whose name is not the page's address. */
function showPageAddress(): void {
  const { pathname, search, hash } = window.location;
  const page = /^(\/.+)\.html$/.exec(pathname)?.[1];
  if (page) window.history.replaceState(null, '', `${page === '/index' ? '/' : page}${search}${hash}`);
}

const keptShapes = async () => (await import('./app/pwa/kept-shapes.ts')).isAsAgreed;

async function start(): Promise<void> {
  showPageAddress();
  await restoreOfflineReading(client, keptShapes).catch(() => undefined);
  await drawn();
  const root = document.querySelector('#root');
  if (!root) return;
  takeDrawn(client);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // A placeholder would stay for a while, even where the page's own code is as good as here.
  await Promise.all([preloadPage(window.location.pathname).catch(() => undefined), readAhead(client, window.location)]);
  // As a transition it is done in small parts, between which the page hears what somebody does.
  if (isAsDrawn(root)) startTransition(() => void hydrateRoot(root, app));
  else if (isFrame(root)) startTransition(() => createRoot(root).render(app));
  // Whoever waits for the start finds the page, with what was typed into the drawn one.
  else flushSync(() => createRoot(root).render(app));
  showToastLeftByReload();
}

/** Not awaited here: the code of a page waits until this module has run. */
export const started = start();
