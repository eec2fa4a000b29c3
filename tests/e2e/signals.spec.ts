import { expect, type Page } from '@playwright/test';
import { webhookReceiver } from '../doubles/webhook-receiver.ts';
import { kept } from './pages/kept.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

/** As TradingView sends the message of an alert, its placeholders filled in. */
async function asTradingView(url: string, message: string, of: { action: string; before: string; after: string }) {
  const filled: Record<string, string> = {
    'strategy.order.action': of.action,
    ticker: 'XRPUSDT',
    exchange: 'BINANCE',
    timenow: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    'strategy.market_position': of.after,
    'strategy.prev_market_position': of.before,
    'strategy.order.contracts': '95',
    'strategy.order.price': '0.52',
  };
  const body = message.replaceAll(/\{\{([\w.]+)\}\}/g, (whole, name: string) => filled[name] ?? whole);
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as { result: string; error: string | null };
}

/** The open rows of XRP/USDT, those of each block together. */
async function rowsOf(page: Page): Promise<unknown[]> {
  const place = 'market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
  const answer = await page.request.get(`/api/markets/spot/list?${place}`);
  const { content } = (await answer.json()) as { content: Record<string, unknown[]> };
  return Object.values(content);
}

test('U-9 W-11 a TradingView message is pasted, run dry, and then a position is opened and closed by it @layout', async ({
  page,
}) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Signals' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('No signal hooks yet')).toBeVisible();
  await expectSound(page);

  await main.getByRole('button', { name: 'New signal hook' }).click();
  const form = page.getByRole('dialog', { name: 'New signal hook' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Enter a name' })).toBeVisible();
  await form.getByLabel('Name').fill('Momentum');
  await form.getByLabel('Amount', { exact: true }).fill('50');
  await form.getByLabel('Take profit', { exact: true }).fill('10');
  await expectSound(page, 'dialog[open]');
  await form.getByRole('button', { name: 'Create' }).click();

  const connect = page.getByRole('dialog', { name: 'Connect Momentum' });
  await expect(connect.getByText('Copy the address now')).toBeVisible();
  const url = (await connect.getByRole('region', { name: 'the address' }).locator('code').textContent()) ?? '';
  const message = (await connect.getByRole('region', { name: 'the message' }).locator('code').textContent()) ?? '';
  expect(new URL(url).pathname).toMatch(/^\/hook\/[0-9a-f-]{36}\/[\w-]{43}$/);
  await expectSound(page, 'dialog[open]');
  await connect.getByRole('button', { name: 'Done' }).click();

  const hook = main.getByRole('region', { name: 'Momentum' });
  await expect(hook.getByText('Dry run', { exact: true })).toBeVisible();
  await expect(hook.getByRole('button', { name: 'Go live' })).toBeDisabled();
  const opening = { action: 'buy', before: 'flat', after: 'long' };
  expect((await asTradingView(url, message, opening)).result).toBe('dry-run');
  await expect(hook.getByText(/^Would buy 95\.6 XRP at up to 0\.5226 for/)).toBeVisible();
  const closing = { action: 'sell', before: 'long', after: 'flat' };
  expect((await asTradingView(url, message, closing)).result).toBe('dry-run');
  await expect(hook.getByText(/^Would close 95\.6 XRP of XRP\/USDT, about 49\.71 USDT at 0\.52\./)).toBeVisible();

  await hook.getByRole('button', { name: 'Go live' }).click();
  const ask = page.getByRole('dialog', { name: 'Trade on signals of Momentum?' });
  await expect(
    ask.getByText(/an entry spends 50 USDT, at most 100 USDT a signal and 500 USDT in 24 hours/),
  ).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await ask.getByRole('button', { name: 'Go live' }).click();
  await expect(hook.getByText('Live', { exact: true })).toBeVisible();

  // A message of the same second reads like a dry one.
  await page.waitForTimeout(1100);
  expect((await asTradingView(url, message, opening)).result).toBe('taken');
  await expect(hook.getByText(/^Entry placed: 95\.6 XRP at up to 0\.5226 USDT\./)).toBeVisible();
  const row = { status: 'targets-placed', open: true };
  await expect.poll(() => rowsOf(page)).toEqual([[expect.objectContaining(row)]]);
  expect((await asTradingView(url, message, closing)).result).toBe('taken');
  await expect(hook.getByText('Closed: one block.')).toBeVisible();
  await page.waitForTimeout(1100);
  expect(await asTradingView(url, message, closing)).toMatchObject({ result: 'refused' });
  await expect(hook.getByText(/^Out of step: the sender was long/)).toBeVisible();
  await expectSound(page);

  await hook.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change Momentum' });
  await expect(change.getByLabel('Take profit', { exact: true })).toHaveValue('10');
  await change.getByLabel('Amount', { exact: true }).fill('40');
  await change.getByLabel('Longest age of a signal').fill('3');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('Enter 5 to 900 seconds.')).toBeVisible();
  await change.getByLabel('Longest age of a signal').fill('30');
  await change.getByRole('button', { name: 'Only from TradingView' }).click();
  await expectSound(page, 'dialog[open]');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(hook.getByText(/^40 USDT, take profit 10%/)).toBeVisible();
  await expect(asTradingView(url, message, opening)).resolves.toMatchObject({
    error: 'There is nothing at this address.',
  });
  await expect(hook.getByRole('link', { name: 'Its order block', exact: true })).toHaveAttribute(
    'href',
    /symbolName=xrp_usdt/,
  );

  await hook.getByRole('button', { name: 'Message for Momentum' }).click();
  await connect.getByLabel('Sender').selectOption('Own');
  await connect.getByRole('button', { name: 'Make a secret' }).click();
  await expect(connect.getByText(/^whsec_/)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await connect.getByRole('button', { name: 'Done' }).click();

  // What is read offline is kept on the device; what was shown once is not.
  await expect.poll(() => kept(page)).toContain('Momentum');
  const all = await kept(page);
  expect([url.split('/').at(-1) ?? '', 'whsec_'].filter((secret) => all.includes(secret))).toEqual([]);

  await hook.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Momentum?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(main.getByText('No signal hooks yet')).toBeVisible();
});

test('W-15 an endpoint is made, told, switched off by its answer, and what was lost is sent again', async ({
  page,
}) => {
  const receiver = await webhookReceiver(Number(process.env['E2E_WEBHOOK_PORT']));
  await paperTrader(page);
  await page.goto('/signals');
  const events = page.getByRole('region', { name: 'Events out' });
  await expect(events.getByText('No endpoints yet')).toBeVisible();
  await events.getByRole('button', { name: 'New endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'New endpoint' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Enter an address' })).toBeVisible();
  await form.getByLabel('Address').fill('https://169.254.169.254/latest');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('within a private network')).toBeVisible();
  await form.getByLabel('Address').fill(receiver.url('told'));
  await expectSound(page, 'dialog[open]');
  await form.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Check what comes by this secret' });
  await expect(shown.getByText(/^whsec_[\w+/=]{44}$/)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await shown.getByRole('button', { name: 'Done' }).click();

  const endpoint = events.getByRole('region', { name: receiver.host });
  await expect(endpoint.getByText('Nothing was sent yet.')).toBeVisible();
  receiver.answers.push({ status: 410 });
  await endpoint.getByRole('button', { name: 'Send a test' }).click();
  await expect(endpoint.getByText('Not wanted', { exact: true })).toBeVisible();
  await expect(endpoint.getByText('Off', { exact: true })).toBeVisible();
  await expect(endpoint.getByRole('button', { name: 'Send again: webhook.test' })).toBeDisabled();
  await expectSound(page);
  await endpoint.getByRole('button', { name: 'Switch on' }).click();
  await endpoint.getByRole('button', { name: 'Send again: webhook.test' }).click();
  await expect(endpoint.getByText('Delivered', { exact: true })).toBeVisible();
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);

  await endpoint.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change the endpoint' });
  await change.getByLabel('A bot started').uncheck();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(endpoint.getByText(/^block\.placed, .*, hook\.refused, account\.stopped$/)).toBeVisible();
  await endpoint.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(events.getByText('No endpoints yet')).toBeVisible();
  receiver.close();
});
