import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { HEADLESS_SHELL } from './tests/setup/chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/setup/memory-folder.ts';

keepTemporaryFilesInMemory();

function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === 'object' && address ? address.port : 0)));
    });
  });
}

// Read by the runner first and then by each worker, which inherits what the runner chose.
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-e2e-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755);
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_PORT = await freePort();
  process.env.E2E_WEBHOOK_PORT = await freePort();
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}
const port = process.env.E2E_PORT ?? '0';
const baseURL = `http://localhost:${port}`;

/**
 * What depends on the size of the screen runs at both sizes, what is done with the keyboard alone at a desk, the rest on the phone.
 * Walks over all pages with axe (@audit), outages, installing and notifications (*.long.spec.ts) and the second size are part of
 * `.ci/run` alone.
 */
const LAYOUT = '@layout';
const KEYBOARD = '@keyboard';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Pages wait more than they compute.
  workers: availableParallelism() + 1,
  // Further runs tell what fails from what wavers: both are printed by name.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL,
    // A trace of every test costs as much as the tests: `--trace on` makes one.
    trace: 'on-first-retry',
    // Each context would fetch the whole shell for its own: the tests that want the worker allow it.
    serviceWorkers: 'block',
    launchOptions: HEADLESS_SHELL,
  },
  projects: [
    {
      name: 'phone',
      grepInvert: new RegExp(KEYBOARD),
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        // Without transitions, which cost a tenth of the time; the journeys at a desk have them.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    { name: 'desktop', grep: new RegExp(`${LAYOUT}|${KEYBOARD}`), use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command:
      'node server/scripts/setup.mjs server && exec node --import ./tests/setup/quick-hashes.mjs dist/server/main.js',
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: port,
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.E2E_DATA_DIR,
      EXCHANGE_MODE: 'paper',
      PAPER_CONTROL: 'on',
      BACKTEST_NICENESS: '0',
      WEBHOOK_HOSTS: `localhost:${process.env.E2E_WEBHOOK_PORT}`,
      // A whole day's people come within minutes.
      PAPER_WEIGHT: '100000',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
  },
});
