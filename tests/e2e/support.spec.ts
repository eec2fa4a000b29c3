import { expect, type Page } from '@playwright/test';
import { renderSVG } from 'uqr';
import { phonePhoto } from '../factories/contact-form.ts';
import { outbox } from './pages/outbox.ts';
import { newPerson } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

const entry = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.getByText(title, { exact: true }) });

test('the FAQ is searched, linked to and printed; a message with a photo reaches the operator', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = await newPerson(page);

  await test.step('a deep link opens its answer', async () => {
    await page.goto('/faq#copy-size');
    const linked = entry(page, 'How large is a copy?');
    await expect(linked).toHaveAttribute('open', '');
    await expect(linked).toBeInViewport();
    await expect(linked.locator('summary')).toBeFocused();
    await linked.getByRole('button', { name: 'Copy link to this answer' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await expect(page).toHaveTitle('assistant in crypto-trading');
  });

  await test.step('a search highlights and scrolls', async () => {
    const search = page.getByPlaceholder('Type something');
    await search.fill('DUST or so');
    await expect(page.getByText('No answer matches “DUST or so”.')).toBeVisible();
    await search.fill('WITHDRAW MY');
    await expect(page.getByText('1 answer matches “WITHDRAW MY”.')).toBeAttached();
    await expect(page.locator('mark')).toHaveText(['withdraw my']);
    const found = page.locator('[data-match]');
    await expect(found).toBeInViewport();
    await expect(search).toBeInViewport();
    await expect(found.locator('details')).toHaveAttribute('open', '');
    await search.fill('key');
    await expect(page.locator('mark').nth(10)).toBeAttached();
    await expectSound(page, '#self-service + *');
    await search.fill('stop loss');
    await expect(found.first().locator('summary')).toHaveText('How do I set a take profit and a stop loss?');
    await search.fill('');
    await expect(page.locator('mark')).toHaveCount(0);
  });

  await test.step('on paper every answer is there', async () => {
    const closed = page.locator('main details:not([open])');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(closed).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(closed).not.toHaveCount(0);
  });

  await test.step('an error of the contact form stays in view when the groups come back above it', async () => {
    const form = page.getByRole('region', { name: /^Don't find the answer/ });
    const search = page.getByPlaceholder('Type something');
    await search.fill('DUST or so');
    await expect(page.getByText('No answer matches “DUST or so”.')).toBeVisible();
    await form.getByPlaceholder('Describe your problem').fill('Nothing fills.');
    await search.fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('alert')).toHaveText(/^Choose how we should reply/);
    await expect(page.getByRole('navigation', { name: 'Groups of questions' })).toBeAttached();
    await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 });
  });

  await test.step('a message with a photo', async () => {
    const form = page.getByRole('region', { name: /^Don't find the answer/ });
    const send = form.getByRole('button', { name: 'Send' });
    const message = form.getByPlaceholder('Describe your problem');
    await expect(form.getByLabel('Your e-mail')).toHaveValue(email);
    await expect(message).toHaveAttribute('rows', '5');
    await message.fill('12345');
    await expect(send).toBeDisabled();
    const words = `Nothing fills. <b>${crypto.randomUUID()}</b>`;
    await message.fill(words);
    await send.click();
    await expect(form.getByRole('alert')).toHaveText(/^Choose how we should reply/);
    const picture = form.locator('input[type=file]');
    await picture.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(form.getByRole('alert').filter({ hasText: 'Choose a png, jpeg or jpg.' })).toBeVisible();
    await picture.setInputFiles({ name: 'my screen.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
    await expect(form.getByText('my screen.jpg')).toBeVisible();
    await form.getByRole('button', { name: 'E-mail' }).click();
    await expect(form.getByRole('button', { name: 'E-mail', pressed: true })).toBeVisible();
    await send.click();
    await expect(page.getByText('Message and file sent successfully!')).toBeVisible();
    await expect(send).toBeDisabled();
    const mine = async () => (await outbox()).filter(({ text }) => text?.includes(words));
    await expect.poll(async () => (await mine()).length).toBe(1);
    const [mail] = await mine();
    expect(mail?.replyTo?.[0]?.address).toBe(email);
    expect(mail?.attachments[0]?.mimeType).toBe('image/jpeg');
  });
});

test('a donation: what is read, scanned and copied is the same (P-10)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/donate');
  const coin = page.getByLabel('Coin', { exact: true });
  const network = page.getByLabel('Network', { exact: true });
  await expect(page.getByText('These are examples: nothing can be sent to them.')).toBeVisible();
  await expect(page.getByText(/^Addresses of .*\d{4}\./)).toBeVisible();
  await expect(network).toBeDisabled();
  await coin.selectOption('USDT');
  await network.selectOption('TON');

  /** Text, QR code and clipboard of an address or a TAG. */
  const expectOne = async (what: string, text: string) => {
    const pays = page.locator(`[data-pays="${text}"]`);
    await expect(pays.locator('code')).toHaveText(text);
    const drawn = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`;
    await expect(pays.getByRole('img', { name: `QR code of ${what}` })).toHaveAttribute('src', drawn);
    await pays.getByRole('button', { name: `Copy ${what}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await expect(page.getByText('Copied to clipboard').first()).toBeVisible();
  };
  await expectOne('the address', 'NOT-PAYABLE-EXAMPLE-USDT-TON');
  await expectOne('the TAG', 'EXAMPLE-TAG-USDT-TON');
  await expect(page.getByText('TAG:', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Doge', exact: true }).click();
  await expect(coin).toHaveValue('DOGE');
  await expect(network).toHaveValue('');
  await expect(page.locator('[data-pays]')).toHaveCount(0);
  await network.selectOption('DOGE');
  await expect(page.locator('[data-pays]')).toHaveCount(1);
  await expectSound(page);
  await page.getByRole('button', { name: 'Click after donate' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you!' });
  await expect(thanks.getByPlaceholder('A few words to the operator')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(thanks).toBeHidden();
});
