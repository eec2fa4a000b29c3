import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/app.tsx';
import { client } from './app/client.ts';
import { preloadPage } from './app/pages.ts';
import { startPwa } from './app/pwa/start-pwa.ts';
import { isAsDrawn, takeDrawn } from './lib/drawn.ts';
import { restoreOfflineReading } from './lib/offline/offline-reading.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';
import { showToastLeftByReload } from './ui/toast.ts';

// The content security policy allows no code made from text.
z.config({ jitless: true });
applyTheme(chosenTheme());
startPwa();

async function start(): Promise<void> {
  await restoreOfflineReading(client).catch(() => undefined);
  const root = document.querySelector('#root');
  if (!root) return;
  takeDrawn(client);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // In the place of what is drawn there comes no placeholder.
  if (root.hasChildNodes()) await preloadPage(window.location.pathname);
  if (isAsDrawn(root)) hydrateRoot(root, app);
  else {
    delete document.documentElement.dataset['member'];
    // Whoever waits for the start finds the page, with what was typed into the drawn one.
    flushSync(() => createRoot(root).render(app));
  }
  showToastLeftByReload();
}

/** Not awaited here: the code of a page waits until this module has run. */
export const started = start();
