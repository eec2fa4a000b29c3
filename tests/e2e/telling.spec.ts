import { expect } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { codeIn, outbox, proofMail } from './pages/outbox.ts';
import { trade } from './pages/paper-control.ts';
import { newcomer } from './pages/sign-up.ts';
import { axeFaults, expectRefusal, expectSound, overflow, test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'FILUSDT', name: 'FIL_USDT' },
  desktop: { symbol: 'APTUSDT', name: 'APT_USDT' },
};

const HOUR = 3_600_000;
const clock = (time: number) => new Date(time).toTimeString().slice(0, 5);

test('alerts come by e-mail once the address is proven, and not in quiet hours', async ({ page, faults }, {
  project,
}) => {
  const { symbol, name } = OWN[project.name as keyof typeof OWN];
  await trade(symbol, 2);
  const email = await newcomer(page);
  const mails = async (subject: RegExp) =>
    (await outbox()).filter((mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''));
  const { put, row, reported } = alertsPage(page);
  await put(name, 3, { type: 'PRICE_RISES_ABOVE', comment: 'wake me' });

  await page.goto('/account#notifications');
  const door = page.getByRole('dialog', { name: 'Prove your address' });
  // A press on what moves, as the sections above it come, may miss it.
  await expect(async () => {
    await page.getByText('Alerts by e-mail', { exact: true }).click();
    await expect(door).toContainText('Alerts go to addresses that are proven.', { timeout: 5000 });
  }).toPass();
  await expectRefusal(faults, 403);
  await door.getByLabel('Code', { exact: true }).fill('00000000');
  await door.getByRole('button', { name: 'Prove', exact: true }).click();
  await expect(door.getByText('This code or link is not valid.')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await door.getByLabel('Code', { exact: true }).fill(codeIn(await proofMail(new URL(page.url()).origin, email)));
  await door.getByRole('button', { name: 'Prove', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Alerts by e-mail' })).toBeChecked();
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await expect(reported(`A test was sent to ${email}.`)).toBeVisible();
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
