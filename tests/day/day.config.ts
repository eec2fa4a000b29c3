import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../setup/chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** `npm run day`: one site, one browser, both sizes one after the other. */
export default defineConfig({
  testDir: '.',
  testMatch: 'day.ts',
  outputDir: join(root, 'test-results', 'day'),
  workers: 1,
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: { actionTimeout: 60_000, serviceWorkers: 'block', launchOptions: CHROMIUM },
});
