import { expect, type Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { listKeys } from '../../../server/contracts/keys.ts';
import { paperTrader } from './sign-up.ts';

/** Set by calls: the forms have tests of their own. */
const post = (page: Page, path: string, json: object): Promise<Record<string, string>> =>
  page.evaluate(
    async ({ to, body }) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const said = (await answer.json()) as Record<string, string>;
      if (!answer.ok || said['error']) throw new Error(`${to}: ${answer.status} ${said['error']}`);
      return said;
    },
    { to: path, body: json },
  );

/** A new funded paper account's key and secret. */
export async function paperPair(page: Page): Promise<{ key: string; secret: string }> {
  const { key = '', secret = '' } = await post(page, '/api/paper/key', {});
  return { key, secret };
}

export async function addKey(page: Page, name: string): Promise<{ key: string; secret: string }> {
  const pair = await paperPair(page);
  await post(page, '/api/key', { market: 'binance', name, ...pair });
  return pair;
}

export async function addCopy(page: Page, name: string, mainUid: string): Promise<void> {
  const json = { market: 'binance', name, mainUid, groupName: 'Family', ...(await paperPair(page)) };
  await post(page, '/api/key/group', json);
}

/** Of the active main key. */
export async function activeUid(page: Page): Promise<string> {
  const answer = await page.request.get('/api/key/all');
  const { apiKeyMarketGroups } = (await answer.json()) as z.input<typeof listKeys.response>;
  return apiKeyMarketGroups[0]?.activeMainApiKeyGroup?.mainKey.uid ?? '';
}

/** A key's full text. */
export const textOf = (page: Page, uid: string): Promise<string> =>
  page.evaluate(async (id) => {
    const answer = await fetch(`/api/key/${id}/key`);
    return ((await answer.json()) as { key: string }).key;
  }, uid);

/** The API page as a person uses it. */
export function keysPage(page: Page) {
  const main = page.getByRole('main');
  const card = (name: string) => main.getByRole('article', { name, exact: true });
  const pencil = (name: string) => page.getByRole('button', { name: new RegExp(`Edit: Name of ${name}$`) });
  const row = (name: string) => main.getByRole('listitem').filter({ has: pencil(name) });
  return {
    main,
    card,
    row,
    pencil: (name: string) => main.locator(pencil(name)),
    dialog: (name: string) => page.getByRole('dialog', { name }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    expand: (name: string) => main.getByRole('button', { name: new RegExp(`sub-keys? of ${name}$`) }).click(),
    async open(): Promise<void> {
      await page.goto('/api');
      await expect(main.getByRole('heading', { name: /^Your API now/ })).toBeVisible();
    },
    uid: async (name: string): Promise<string> => (await row(name).getAttribute('data-key')) ?? '',
    mainUid: async (name: string): Promise<string> => (await card(name).getAttribute('data-key')) ?? '',
  };
}

/** A main key 'Paper' with the copies 'One' and 'Two', and another main key, 'Other'. */
export async function family(page: Page) {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const mainUid = await keys.mainUid('Paper');
  await addCopy(page, 'One', mainUid);
  await addCopy(page, 'Two', mainUid);
  await addKey(page, 'Other');
  await keys.open();
  await expect(keys.card('Other')).toBeVisible();
  return keys;
}
