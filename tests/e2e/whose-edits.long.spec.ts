import { expect, test } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { newPerson, PASSWORD } from './pages/sign-up.ts';

test('P-04 a change made offline is sent after its person has signed in again, and never as another', async ({
  page,
  context,
}) => {
  const email = await newPerson(page);
  const alerts = alertsPage(page);
  await alerts.put('XRP_USDT', 0.1);
  const sent: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH') sent.push(String(answer.status()));
  });
  const queued = () => page.evaluate(() => localStorage.getItem('queued-edits'));
  const signIn = () =>
    page.request.post('/j_spring_security_check', { data: { j_email: email, j_password: PASSWORD } });
  const { row, toggle } = alerts.row();
  const note = row.getByText('Your change will be saved when you are back online.');
  const changeAndLoseSession = async () => {
    await page.goto('/alerts');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('readable-by'))).not.toBeNull();
    await context.setOffline(true);
    await toggle.click();
    await expect(note).toBeVisible();
    await context.clearCookies();
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/signin$/);
    expect(await queued()).not.toBeNull();
  };

  await test.step('the same person', async () => {
    await changeAndLoseSession();
    await signIn();
    await page.goto('/alerts');
    await expect(alerts.reported('Your change of the alert for XRP/USDT is saved')).toBeVisible();
    await expect(toggle).not.toBeChecked();
    expect([sent, await queued()]).toEqual([['200'], null]);
  });

  await test.step('another person, and what the first is told then', async () => {
    await changeAndLoseSession();
    await newPerson(page);
    await page.goto('/alerts');
    await expect.poll(queued).toBeNull();
    await expect(page.getByText('No alerts yet')).toBeVisible();
    await context.clearCookies();
    await signIn();
    await page.goto('/alerts');
    await expect(alerts.reported('1 change of your alerts, made offline, was not saved')).toBeVisible();
    await expect(toggle).not.toBeChecked();
    expect(sent).toEqual(['200']);
  });
});
