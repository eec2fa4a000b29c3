import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/app.tsx';
import { client } from './app/client.ts';
import { startPwa } from './app/pwa/start-pwa.ts';
import { restoreOfflineReading } from './lib/offline/offline-reading.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';
import { showToastLeftByReload } from './ui/toast.ts';

// The content security policy allows no code made from text.
z.config({ jitless: true });
applyTheme(chosenTheme());
startPwa();

await restoreOfflineReading(client).catch(() => undefined);
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
showToastLeftByReload();
