// The manifest's screenshots, of the markets page with deals on it: `npm run screenshots`, then see public/screenshots.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PASSWORD } from '../factories/visitor.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { root, startSite } from './site.ts';

interface Screenshot {
  src: string;
  sizes: string;
  form_factor: 'narrow' | 'wide';
}

const { screenshots }: { screenshots: Screenshot[] } = JSON.parse(
  readFileSync(join(root, 'manifest.webmanifest'), 'utf8'),
);

const MARKETS = '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';

const post = async ({ request }: Page, path: string, data: object) => {
  const answer = await request.post(path, { data });
  const said = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok() || said['error']) throw new Error(`${path}: ${answer.status()} ${String(said['error'])}`);
  return said;
};

/** A person with a funded paper key, deals and alerts around the price. */
async function enter(page: Page): Promise<void> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await post(page, '/api/user', { email, username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD });
  await page.request.post('/j_spring_security_check', { data: { j_email: email, j_password: PASSWORD } });
  const pair = await post(page, '/api/paper/key', {});
  await post(page, '/api/key', { market: 'binance', name: 'Paper', ...pair });
  const info = await (await page.request.get('/api/markets/spot/binance/xrp_usdt')).json();
  const at = (share: number) => Number((info.symbolPrice * share).toFixed(4));
  const base = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };
  for (const [price, counterQuantity] of [
    [at(0.97), 80],
    [at(1.004), 250],
    [at(1.005), 120],
  ])
    await post(page, '/api/markets/spot/first/buy', {
      ...base,
      price,
      counterQuantity,
      takeProfitPrice: at(1.06),
      stopLossPrice: at(0.94),
    });
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', informing: 'ALWAYS' };
  await post(page, '/api/alert/', { ...alert, price: at(1.02), type: 'PRICE_RISES_ABOVE', comment: 'Sell half' });
}

async function shoot(browser: Browser, origin: string, { src, sizes, form_factor }: Screenshot): Promise<void> {
  const [width = 0, height = 0] = sizes.split('x').map(Number);
  const phone = form_factor === 'narrow';
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    isMobile: phone,
    hasTouch: phone,
    extraHTTPHeaders: { origin },
  });
  await context.addInitScript(() => localStorage.setItem('first-steps-dismissed', 'yes'));
  const page = await context.newPage();
  await enter(page);
  await page.goto(MARKETS);
  await page.locator('[data-block]').nth(2).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await page.screenshot({ path: join(root, 'public', src) });
  await context.close();
}

const data = dataFolder();
const site = await startSite({ DATA_DIR: data.path }, { path: '/readyz' });
const browser = await chromium.launch(CHROMIUM);
try {
  for (const screenshot of screenshots) await shoot(browser, site.origin, screenshot);
  console.log('The screenshots are in public/screenshots.');
} finally {
  await browser.close();
  await site.stop();
  data.remove();
}
