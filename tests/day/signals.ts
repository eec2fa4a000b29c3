import { expect } from '@playwright/test';
import { alertsPage } from '../e2e/pages/alerts.ts';
import type { Day } from './site.ts';

/** Where a hook takes signals, kept between the steps of a day. */
const addresses = new WeakMap<Day, string>();

async function send(url: string, action: 'open' | 'close'): Promise<string> {
  const body = JSON.stringify({ id: crypto.randomUUID(), action, pair: 'ADA_USDT', time: new Date().toISOString() });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: string }).result;
}

/** Made, tried dry, and made live. */
export async function connectsHook(day: Day): Promise<void> {
  const { page, main, site, picture } = day;
  await site.control.trade('ADAUSDT', 0.4);
  await page.goto('/signals');
  await main.getByRole('button', { name: 'New signal hook' }).click();
  const form = page.getByRole('dialog', { name: 'New signal hook' });
  await form.getByLabel('Name').fill('Momentum');
  await form.getByLabel('Coin pair').fill('ADA/USDT');
  await form.getByLabel('Amount', { exact: true }).fill('50');
  await form.getByLabel('Take profit', { exact: true }).fill('10');
  await picture('hook-form');
  await form.getByRole('button', { name: 'Create' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect Momentum' });
  const url = (await connect.getByRole('region', { name: 'the address' }).locator('code').textContent()) ?? '';
  addresses.set(day, url);
  await picture('hook-address');
  await connect.getByRole('button', { name: 'Done' }).click();
  expect(await send(url, 'open')).toBe('dry-run');
  const hook = main.getByRole('region', { name: 'Momentum' });
  await expect(hook.getByText(/^Would buy /)).toBeVisible();
  await picture('hook-dry');
  await hook.getByRole('button', { name: 'Go live' }).click();
  await page
    .getByRole('dialog', { name: /^Trade on signals/ })
    .getByRole('button', { name: 'Go live' })
    .click();
  await expect(hook.getByText('Live', { exact: true })).toBeVisible();
}

/** A signal that is traded on. */
export async function callsHook(day: Day): Promise<void> {
  const { page, main, site, picture } = day;
  await using _ = await site.control.steady('ADAUSDT', 0.4);
  await page.goto('/signals');
  // A message of the same second reads like the dry one.
  await page.waitForTimeout(1100);
  expect(await send(addresses.get(day) ?? '', 'open')).toBe('taken');
  await expect(main.getByRole('region', { name: 'Momentum' }).getByText(/^Entry placed: /)).toBeVisible();
  await picture('hook-traded');
}

/** A move in percent, and the strength of the last bars. */
export async function setsAlerts({ page, site, picture }: Day): Promise<void> {
  await site.control.trade('DOTUSDT', 5);
  await page.goto('/alerts');
  const { dialog, fields, rows } = alertsPage(page);
  const add = () =>
    page
      .getByRole('button', { name: /^Add (your first )?alert$/ })
      .first()
      .click();
  const kind = (label: string) => dialog.getByLabel('Kind').selectOption({ label });
  await add();
  await fields.pair.fill('DOT/USDT');
  await kind('Percent move');
  await dialog.getByLabel('Direction').selectOption({ label: 'Down' });
  await dialog.getByLabel('Move').fill('4');
  await expect(dialog.getByText(/would( not)? have fired .*in the last \d+ hours/)).toBeVisible();
  await picture('alert-percent');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  const offered = page.getByRole('dialog', { name: 'Get notified instantly' });
  await offered.getByRole('button', { name: 'Not now' }).click();
  await add();
  await fields.pair.fill('XRP/USDT');
  await kind('RSI');
  await expect(dialog.getByText(/would( not)? have fired .*in the last \d days/)).toBeVisible();
  await picture('alert-rsi');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(rows).toHaveCount(2);
  await picture('alerts');
}
