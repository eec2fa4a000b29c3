import { expect, test } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { trade } from './pages/paper-control.ts';
import { anotherDevice, newPerson } from './pages/sign-up.ts';
import { CHROMIUM } from '../setup/chromium.ts';

// Notifications: only the whole browser has them.
test.use({ launchOptions: CHROMIUM });

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'LINKUSDT', label: 'LINK/USDT', coin: 'link', name: 'LINK_USDT' },
  desktop: { symbol: 'LTCUSDT', label: 'LTC/USDT', coin: 'ltc', name: 'LTC_USDT' },
};
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

test('G-02 a coin finds its pair and the price stays whole; G-05 its firing is announced in the open app', async ({
  page,
}, { project }) => {
  const { symbol, label, coin } = ownOf(project.name);
  await trade(symbol, 0.4);
  await newPerson(page);
  await page.goto('/alerts');
  const { dialog, fields, reported } = alertsPage(page);
  await page.getByRole('button', { name: 'Add your first alert' }).click();
  await fields.pair.fill(coin.slice(0, 2));
  await fields.price.fill('0.5055');
  await expect(fields.price).toHaveValue('0.5055');
  await fields.pair.fill(coin);
  await expect(dialog.getByRole('listbox').getByRole('option').first()).toContainText(label);
  await fields.price.focus();
  await expect(dialog.getByRole('listbox')).toBeHidden();
  await expect(fields.pair).toHaveValue(label);
  await expect(fields.price).toHaveValue('0.5055');
  await fields.price.fill('0.3');
  await expect(fields.type).toHaveValue('PRICE_DROPS_BELOW');
  await fields.price.fill('0.5');
  await expect(fields.type).toHaveValue('PRICE_RISES_ABOVE');
  await expect(fields.frequency).toHaveValue('ONLY_ONCE');
  await fields.comment.fill('sell half');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('dialog', { name: 'Get notified instantly' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: 'Account' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/account/);
  // V-17 as well: the first trade after the arming jumps over the level.
  await trade(symbol, 0.52);
  const news = reported(`Alert: ${label} rose above 0.5: sell half`);
  await expect(news).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'rose above' })).toBeAttached();
  await news.getByRole('button', { name: 'Again' }).click();
  await expect(reported('The alert is on again')).toBeVisible();
  await trade(symbol, 0.45);
  await trade(symbol, 0.52);
  await news.getByRole('button', { name: 'Details' }).click();
  await expect(page).toHaveURL(/\/alerts\?alert=/);
  await expect(page.locator('[data-alert]')).toHaveAttribute('data-executed', 'true');
});

test('V-20 of two changes the older loses and is told; the newer made offline wins and the other device is told', async ({
  page,
  browser,
}, { project }) => {
  const { name, label } = ownOf(project.name);
  await newPerson(page);
  const here = alertsPage(page);
  await here.put(name, 0.01);
  await page.goto('/alerts');
  const other = await anotherDevice(browser, page);
  await other.goto('/alerts');
  const there = alertsPage(other);
  for (const tab of [page, other]) await expect(tab.getByText('Live', { exact: true })).toBeVisible();

  await page.context().setOffline(true);
  await here.row().edit('Comment', 'older, made offline');
  await expect(page.getByText('Your change will be saved when you are back online.')).toBeVisible();
  await there.row().edit('Comment', 'newer');
  await expect(there.row().row).toContainText('newer');
  // The toast stays for five seconds: it is waited for from before the network is back.
  const reported = expect(
    here.reported(`A newer change of the alert for ${label} was made on another device`),
  ).toBeVisible();
  await page.context().setOffline(false);
  await reported;
  await expect(here.row().row).toContainText('newer');

  await there.row().edit('Comment', 'made here');
  await expect(here.row().row).toContainText('made here');
  // On a phone news of the connection lie over the row, and stay while the pointer is there.
  await page.mouse.move(5, 800);
  await page.context().setOffline(true);
  await here.row().edit('Comment', 'the last, made offline');
  await expect(page.getByText('Your change will be saved when you are back online.')).toBeVisible();
  // A change counts as one that waited from five seconds on.
  await page.waitForTimeout(6_000);
  const reportedThere = expect(
    there.reported(`A newer change of the alert for ${label}, made offline on another device`),
  ).toBeVisible();
  await page.context().setOffline(false);
  await reportedThere;
  await expect(there.row().row).toContainText('the last, made offline');
  await other.close();
});
