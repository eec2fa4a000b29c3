import { expect, type Page } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { addCopy, keysPage, textOf } from './pages/keys.ts';
import { allow, steady } from './pages/paper-control.ts';
import { newPerson, paperTrader } from './pages/sign-up.ts';
import { axeFaults, expectSound, test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: ['SANDUSDT', 'sand_usdt', 0.259],
  desktop: ['MANAUSDT', 'mana_usdt', 0.287],
} as const;

/** A main key 'Paper' with the copy 'One', shown; and the text of One's key. */
async function pair(page: Page) {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  await addCopy(page, 'One', await keys.mainUid('Paper'));
  await expect(keys.main.getByRole('button', { name: '1 sub-key of Paper' })).toBeVisible();
  await keys.expand('Paper');
  return { keys, text: await textOf(page, await keys.uid('One')) };
}

test('a copy that its exchange refused is told with its reason, tried again, and filled', async ({ page }, {
  project,
}) => {
  const [symbol, name, price] = OWN[project.name as keyof typeof OWN];
  await using _ = await steady(symbol, price);
  const { keys, text } = await pair(page);
  await allow(text, { spot: false });
  await deals(page, name).buy(price, 20);
  await keys.button('Last deals of One').click();
  const dialog = keys.dialog('Last deals of One');
  const deal = dialog.getByRole('listitem');
  const fact = (term: string) => deal.locator('dl > div').filter({ hasText: term });
  await expect(deal).toContainText(`Buy ${name.replace('_', '/').toUpperCase()}`);
  await expect(deal).toContainText('Rejected');
  await expect(deal).toContainText(/does not accept this API key|permission/);
  await expect(fact('Placed')).toContainText('Not placed');
  await expect(fact('Average price')).toContainText(`—, ${price.toFixed(4)}`);
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  const retry = deal.getByRole('button', { name: 'Retry' });
  const answered = page.waitForResponse(/\/copy\/retry$/);
  await retry.click();
  await answered;
  await expect(retry).not.toHaveAttribute('aria-busy');
  await expect(deal).toContainText('Rejected');
  await allow(text, { spot: true });
  await retry.click();
  await expect(deal).toContainText('Filled');
  await expect(retry).toBeHidden();
  await expect(fact('Placed')).not.toContainText('Not placed');
  await expect(fact('Average price')).toContainText(`${price.toFixed(4)}, ${price.toFixed(4)}`);
});

test('a key that its exchange takes no more says why on its card, keeps all it has, and is well again', async ({
  page,
}) => {
  const { keys, text } = await pair(page);
  const note = keys.row('One').getByRole('note');
  const balance = keys.row('One').getByTitle(/^Balances of .* by asset$/);
  const doctor = keys.dialog('Check One');
  const look = async (opener: string, found: string) => {
    await keys.button(opener).click();
    await expect(doctor).toContainText(found);
    await page.keyboard.press('Escape');
    await expect(doctor).toBeHidden();
  };
  await expect(balance).toContainText('USDT');
  await allow(text, { revoked: true });
  await look('Check One', 'Binance does not know this API key');
  await expect(note).toContainText('Binance does not know this API key');
  await expect(balance).toContainText('USDT');
  await expect(keys.row('One').getByRole('switch')).toBeChecked();
  await allow(text, { revoked: false, ip: '203.0.113.9' });
  await look('Check again', 'does not accept this key from our address');
  await expect(note).toContainText("to the key's trusted IPs");
  await allow(text, { ip: null });
  await look('Check again', 'This key can be used.');
  await expect(note).toBeHidden();
});

/** As long as a name may be, with no place to break. */
const LONGEST = 'Copy_7_'.padEnd(60, 'm');

test('twenty keys: one more is refused in words; the main key goes, and a copy of its own leads the others', async ({
  page,
  browser,
  baseURL,
}) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const mainUid = await keys.mainUid('Paper');
  for (let index = 1; index < 20; index += 1) await addCopy(page, index === 7 ? LONGEST : `Copy ${index}`, mainUid);
  // So many keys are a list at first.
  await keys.open();
  await keys.button('Cards').click();
  await expect(keys.main.getByRole('button', { name: '19 sub-keys of Paper' })).toBeVisible();

  const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
  await newPerson(stranger);
  const more = (await (await stranger.request.post('/api/paper/key', { data: {} })).json()) as Record<string, string>;
  await stranger.context().close();
  await keys.main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = keys.dialog('Add API');
  await dialog.getByLabel('API name', { exact: true }).fill('One too many');
  await dialog.getByLabel('API key', { exact: true }).fill(more['key'] ?? '');
  await dialog.getByLabel('Secret key', { exact: true }).fill(more['secret'] ?? '');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  const words = 'An account can have up to 20 keys. Delete one first.';
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(dialog.getByLabel('API name', { exact: true })).toHaveValue('One too many');
  await dialog.getByRole('button', { name: 'Decline' }).click();

  await keys.button('Delete Paper').click();
  const question = keys.dialog('Before delete active key Paper choose a new key');
  await expect(question).toContainText('20 keys');
  await question.getByRole('checkbox', { name: LONGEST }).check();
  const following = question.getByText('The other 18 copy keys stay under it and copy its deals.');
  await expect(following).toBeInViewport({ ratio: 1 });
  const wider = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
  for (const part of await question.locator('div').all()) expect(await part.evaluate(wider)).toBe(false);
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(keys.card(LONGEST)).toContainText('Active');
  await expect(keys.card('Paper')).toBeHidden();
  await keys.main.getByRole('button', { name: `18 sub-keys of ${LONGEST}` }).click();
  await expect(keys.main.getByText(`18 of 18 copy the deals of ${LONGEST}`)).toBeVisible();
  await expectSound(page);
});
