import { expect } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { outbox } from './pages/outbox.ts';
import { trade } from './pages/paper-control.ts';
import { newPerson } from './pages/sign-up.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'FILUSDT', name: 'FIL_USDT' },
  desktop: { symbol: 'APTUSDT', name: 'APT_USDT' },
};

const HOUR = 3_600_000;
const clock = (time: number) => new Date(time).toTimeString().slice(0, 5);

test('alerts come by e-mail once the address is confirmed, and not in quiet hours', async ({ page }, { project }) => {
  const { symbol, name } = OWN[project.name as keyof typeof OWN];
  await trade(symbol, 2);
  const email = await newPerson(page);
  const mails = async (subject: RegExp) =>
    (await outbox()).filter((mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''));
  const { put, row, told } = alertsPage(page);
  await put(name, 3, { type: 'PRICE_RISES_ABOVE', comment: 'wake me' });

  await page.goto('/account#notifications');
  await page.getByText('Alerts by e-mail', { exact: true }).click();
  const code = page.getByLabel('Code', { exact: true });
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await code.fill('12');
  await confirm.click();
  await expect(page.getByText('The code has eight digits.')).toBeVisible();
  await code.fill('00000000');
  await confirm.click();
  await expect(page.getByText('This code does not hold.')).toBeVisible();
  let digits = '';
  await expect
    .poll(async () => (digits = /\b\d{4} ?\d{4}\b/.exec((await mails(/./))[0]?.text ?? '')?.[0] ?? ''))
    .not.toBe('');
  await code.fill(digits);
  await confirm.click();
  await expect(told('Alerts come by e-mail from now on')).toBeVisible();
  await expect(code).toBeHidden();
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await expect(told(`A test was sent to ${email}.`)).toBeVisible();
  await expect.poll(async () => (await mails(/reach this address/)).length).toBe(1);

  const quiet = page.getByRole('switch', { name: 'Quiet hours' });
  await page.getByText('Quiet hours', { exact: true }).click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00');
  await page.getByLabel('From', { exact: true }).fill(clock(Date.now() - HOUR));
  await page.getByLabel('To', { exact: true }).fill(clock(Date.now() + 2 * HOUR));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Quiet now, until /)).toBeVisible();
  expect(await axeFaults(page, '#notifications')).toEqual([]);
  if (project.name === 'phone') await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(page)).toEqual([]);

  await page.goto('/alerts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await trade(symbol, 2.5);
  await trade(symbol, 3.5);
  await expect(row().unseen).toBeVisible();
  await row().open();
  await expect(row().log).toContainText(/E-mail: held until .*: quiet hours/);
  expect(await mails(/rose above/)).toEqual([]);

  await page.goto('/account#notifications');
  await expect(quiet).toBeChecked();
  await page.getByText('Quiet hours', { exact: true }).click();
  await expect(quiet).not.toBeChecked();
  await expect.poll(async () => (await mails(/rose above/)).length).toBe(1);
  await page.goto('/alerts');
  await row().open();
  await expect(row().log).toContainText(/E-mail: accepted \+/);
});
