import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { addCopyKey } from '#contracts/key-groups.ts';
import { KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { addKey, createPaperKey } from '#contracts/key-edits.ts';
import { paperControl } from '../e2e/pages/paper-control.ts';
import { percentile, type Row } from './measure.ts';
import { ownSite } from './site.ts';
import { openBrowser, openPage, post, seenBy, slowDown } from './watched-page.ts';

const GOAL_TASK = 50;
const GOAL_ELSEWHERE = 1000;
const SLOWED = 4;
const DEALS = 20;
const EVERY = 500;
const PRESSES = 20;
const market = 'binance';

/** A main key with as many copies as an account may have, all of them shown. */
async function openKeys(page: Page): Promise<void> {
  const account = () => post(page, createPaperKey.path, {});
  const { uid: mainUid } = await post(page, addKey.path, { market, name: 'Main', ...(await account()) });
  for (let index = 1; index < KEYS_PER_ACCOUNT; index += 1) {
    const of = { market, mainUid, groupName: 'Bench', name: `Copy ${index}` };
    await post(page, addCopyKey.path, { ...of, ...(await account()) });
  }
}

async function showKeys(page: Page): Promise<void> {
  await page.goto('/api');
  await page.getByText(`Copy ${KEYS_PER_ACCOUNT - 1}`, { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
}

type Trade = ReturnType<typeof paperControl>['trade'];

/** Each is filled on the main key and on all its copies. */
async function deal(page: Page, trade: Trade, deals = DEALS): Promise<void> {
  for (let index = 0; index < deals; index += 1) {
    const began = Date.now();
    await trade('XRPUSDT', Number((0.52 + (index % 10) * 0.0001).toFixed(4)));
    const order = { price: 0.53, counterQuantity: 10, counterEarning: true };
    await post(page, '/api/markets/spot/first/buy', { market, symbolName: 'xrp_usdt', ...order });
    await pause(Math.max(0, EVERY - (Date.now() - began)));
  }
}

async function smoothness(page: Page, trade: Trade, rate: number): Promise<Row[]> {
  await showKeys(page);
  await slowDown(page, rate);
  await pause(2000);
  const before = await seenBy(page);
  await deal(page, trade);
  await pause(2000);
  const after = await seenBy(page);
  const changed = after.amounts - before.amounts;
  await slowDown(page, 1);
  const tasks = after.tasks.slice(before.tasks.length);
  const shift = after.shift - before.shift;
  const longest = Math.max(0, ...tasks);
  const where = `API page, ${KEYS_PER_ACCOUNT} keys, balances streaming${rate === 1 ? '' : `, CPU slowed ${rate} times`}`;
  return [
    {
      name: `longest task (${where})`,
      found: `${longest.toFixed(0)} ms, ${tasks.length} over 50 ms while ${changed} balances changed`,
      goal: `at most ${GOAL_TASK} ms`,
      met: longest <= GOAL_TASK && changed > KEYS_PER_ACCOUNT,
    },
    {
      name: `layout shift (${where})`,
      found: `${shift.toFixed(4)} ${after.shifted.slice(before.shifted.length).join(', ')}`.trim(),
      goal: '0',
      met: shift === 0,
    },
  ];
}

const switchOf = (page: Page) => page.getByRole('switch', { name: 'Copying on Copy 7' });

const nextChange = (page: Page): Promise<number> =>
  switchOf(page).evaluate((control) =>
    (globalThis as unknown as { nextChange: (element: unknown, attribute: string) => Promise<number> }).nextChange(
      control,
      'aria-checked',
    ),
  );

async function elsewhere(here: Page, there: Page): Promise<Row> {
  await Promise.all([showKeys(here), showKeys(there)]);
  const delays: number[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    const seen = nextChange(there);
    // It is being watched for once this has been answered.
    await switchOf(there).isChecked();
    const pressedAt = Date.now();
    await switchOf(here).press('Space');
    delays.push((await seen) - pressedAt);
    await pause(200);
  }
  const [p50, p95] = [percentile(delays, 50), percentile(delays, 95)];
  return {
    name: `a switch pressed on one device until another shows it, p95 (${KEYS_PER_ACCOUNT} keys)`,
    found: `${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`,
    goal: `under ${GOAL_ELSEWHERE} ms`,
    met: p95 < GOAL_ELSEWHERE,
  };
}

async function measure(browser: Browser, origin: string, trade: Trade): Promise<Row[]> {
  const { page, email } = await openPage(browser, { baseURL: origin });
  await openKeys(page);
  // The first one of all opens a page of its own in the bar.
  await deal(page, trade, 1);
  const smooth = await smoothness(page, trade, 1);
  const slowed = await smoothness(page, trade, SLOWED);
  const { page: other } = await openPage(browser, { baseURL: origin }, email);
  return [...smooth, ...slowed, await elsewhere(page, other)];
}

/** The API page as full as an account may be, while deals are copied to all of it. */
export async function keyRows(): Promise<Row[]> {
  await using site = await ownSite({ PAPER_CONTROL: 'on' });
  const { origin, folder } = site;
  await using browser = await openBrowser();
  return await measure(browser, origin, paperControl(folder).trade);
}
