import { expect } from '@playwright/test';
import { keyboardTools } from './pages/keyboard.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

test('B-1 a basket is made and started by the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await paperTrader(page);
  await page.goto('/bots');
  const { press, to, use, back, fill, opens, dialog, button } = keyboardTools(page);
  await opens(button('Create Basket'), 'Create Basket');
  await press('Enter');
  const form = dialog('Create Basket');
  const percent = (asset: string) => form.getByLabel(`Percent of ${asset}`);
  await use(form.getByRole('button', { name: 'Add an asset' }));
  await expect(percent('BTC')).toHaveValue('34');
  await back(percent('BTC'));
  await press('ControlOrMeta+a');
  await page.keyboard.insertText('60');
  await press('Enter');
  await expect(percent('ETH')).toHaveValue('20');
  await to(form.getByRole('slider', { name: 'Share of BTC' }));
  await press('ArrowLeft');
  await expect(percent('BTC')).toHaveValue('59');
  const invest = form.getByLabel('Invest');
  await fill(invest, '10');
  const nearest = form.getByRole('button', { name: /^Use .* USDT$/ });
  await expect(nearest).toBeVisible();
  await use(nearest);
  await expect(invest).not.toHaveValue('10');
  await back(invest);
  await fill(invest, '500');
  await use(form.getByText('Stop conditions'), 'Space');
  await fill(form.getByLabel('Name'), 'Typed basket');
  await expect(form.getByRole('region', { name: 'Receipt' }).getByText(/^buys .*USDT\)$/)).toHaveCount(3);
  await use(form.getByRole('button', { name: /^Start with 500/ }));
  const bot = dialog('Basket');
  await expect(bot.getByText('Active · running')).toBeVisible();
  await press('Escape');
  await expect(bot).toBeHidden();
  // The templates of an empty page, and so the button that opened the form, are folded by the first bot.
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('R-15 an averaging bot is made and started by the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  await page.goto('/bots');
  const { press, use, fill, opens, dialog, button } = keyboardTools(page);
  await opens(button('Create Averaging bot'), 'Create Averaging bot');
  await press('Enter');
  const form = dialog('Create Averaging bot');
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await fill(field('First order'), '20');
  await fill(field('First addition'), '20');
  await fill(field('Additions'), '16');
  await expect(form.getByText('Enter 0 to 15.')).toBeVisible();
  await press('ControlOrMeta+a');
  await fill(field('Additions'), '3');
  await fill(field('Take profit'), '2');
  await fill(field('Stop loss'), '5');
  await use(form.getByRole('checkbox', { name: 'Begin again when a deal is over' }), 'Space');
  await fill(field('Name'), 'Typed ladder');
  await use(form.getByRole('button', { name: /^Start with / }));
  const bot = dialog('Averaging bot');
  await expect(bot.getByText(/^XRP\/USDT · Deal 1 /)).toBeVisible();
  await press('Escape');
  await expect(bot).toBeHidden();
});

test('PB-8 a smart money bot is made and started by the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  await page.goto('/bots');
  const { press, to, use, fill, opens, dialog, button } = keyboardTools(page);
  await opens(button(/^Create Smart money$/), 'Create Smart money');
  await press('Enter');
  const form = dialog('Create Smart money');
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await fill(field('Invest'), '100');
  await fill(field('Stop loss'), '2');
  await to(field('Entry'));
  await press('ArrowDown');
  await expect(field('Entry')).toHaveValue('now');
  await use(form.getByText('What counts as a signal'));
  await fill(field('Mean of'), '300');
  await expect(form.getByText('Enter 20 to 200.')).toBeVisible();
  await press('ControlOrMeta+a');
  await fill(field('Mean of'), '48');
  await fill(field('Name'), 'Typed flow');
  await use(form.getByRole('button', { name: /^Start with 100/ }));
  const bot = dialog('Smart money');
  await expect(bot.getByText(/^XRP\/USDT · Waits for a signal/)).toBeVisible();
  await press('Escape');
  await expect(bot).toBeHidden();
});

/** What is typed into a form, and what the started bot says first. */
const TYPED = {
  'Trend grid bot': {
    rules: 'T-5, R-15',
    fields: { Lowest: '0.48', Highest: '0.54', Steps: '6', Invest: '400', 'Follow until': '0.6' },
    says: /^XRP\/USDT · Buys /,
  },
  'Sell and buy back by steps': {
    rules: 'T-6',
    fields: { Coins: '400', Steps: '4', 'Step up': '2', 'Step back': '1.5' },
    says: /^XRP\/USDT · Sells 0\.\d+; market 0\.52\d*\.$/,
  },
  'Smart money bot with turtle': {
    rules: 'PB-9',
    fields: { Invest: '1000', 'Risk of a unit': '2', Units: '2' },
    says: /^XRP\/USDT · Waits for \d+ whole bars/,
  },
  'Signal bot': {
    rules: 'PB-12',
    fields: { Invest: '100', 'Open deals': '2', 'Take profit': '3', 'Stop loss': '2' },
    says: /^XRP\/USDT · Waits for/,
  },
} as const;
for (const [type, { rules, fields, says }] of Object.entries(TYPED))
  test(`${rules} a ${type} is made and started by the keyboard alone`, { tag: '@keyboard' }, async ({ page }) => {
    await using _ = await steady('XRPUSDT', 0.52);
    await paperTrader(page);
    await page.goto('/bots');
    const { press, to, use, fill, opens, dialog, button } = keyboardTools(page);
    await opens(button(`Create ${type}`), `Create ${type}`);
    await press('Enter');
    const form = dialog(`Create ${type}`);
    for (const [label, text] of Object.entries(fields)) {
      await to(form.getByLabel(label, { exact: true }));
      await press('ControlOrMeta+a');
      await fill(form.getByLabel(label, { exact: true }), text);
    }
    await fill(form.getByLabel('Name', { exact: true }), 'Typed');
    await use(form.getByRole('button', { name: /^Start/ }));
    const bot = dialog(type);
    await expect(bot.getByText(says)).toBeVisible();
    await press('Escape');
    await expect(bot).toBeHidden();
  });
