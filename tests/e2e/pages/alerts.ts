import { expect, type Locator, type Page } from '@playwright/test';

interface NewAlert {
  pair: string;
  type?: 'Price rises above' | 'Price drops below' | 'Price reaches';
  price: string;
  comment?: string;
}

/** The alerts as a person uses them, on their page and in their tab. */
export function alertsPage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  const rows = page.locator('[data-alert]');
  // A plain one where the code of toasts cannot be fetched, as just after an outage.
  const reported = (text: string): Locator => page.locator('.Toastify__toast, .plain-toast').filter({ hasText: text });
  return {
    dialog,
    rows,
    reported,
    fields: {
      pair: dialog.getByLabel('Coin pair'),
      type: dialog.getByLabel('Alert type'),
      frequency: dialog.getByLabel('Frequency'),
      price: dialog.getByLabel('Price', { exact: true }),
      comment: dialog.getByLabel('Comment'),
    },
    row: (at = 0) => {
      const row = rows.nth(at);
      return {
        row,
        unseen: row.getByRole('button', { name: /not seen/ }),
        toggle: row.getByRole('switch'),
        favorite: row.getByRole('button', { name: 'Favorite' }),
        telegram: row.getByRole('button', { name: 'Send to Telegram' }),
        draft: row.getByRole('link', { name: /^Draft an order/ }),
        log: row.getByRole('list', { name: 'Delivery log' }),
        call: {
          button: row.getByRole('button', { name: /^Calls? a hook/ }),
          dialog: page.getByRole('dialog', { name: /^When the alert for .* fires$/ }),
        },
        async open(): Promise<void> {
          await row.getByRole('button', { name: /^(Last f|F)ired/ }).click();
        },
        async edit(field: 'Price' | 'Comment', text: string): Promise<void> {
          const name = new RegExp(`${field} of the alert`);
          await row.getByRole('button', { name }).click();
          await row.getByRole('textbox', { name }).fill(text);
          await page.keyboard.press('Enter');
        },
        async delete(answer: 'Yes' | 'No'): Promise<void> {
          await row.getByRole('button', { name: /^Delete/ }).click();
          const question = page.getByRole('dialog', { name: 'Are you sure to delete this alert?' });
          await question.getByRole('button', { name: answer }).click();
          await expect(question).toBeHidden();
        },
      };
    },
    /** Saves an alert that fires once; what is offered after the first is left standing. */
    async add({ pair, type = 'Price rises above', price, comment = '' }: NewAlert): Promise<void> {
      await page.getByRole('button', { name: 'Add alert' }).click();
      await dialog.getByLabel('Coin pair').fill(pair);
      await dialog.getByLabel('Alert type').selectOption({ label: type });
      await dialog.getByLabel('Frequency').selectOption({ label: 'Only once' });
      await dialog.getByLabel('Price', { exact: true }).fill(price);
      await dialog.getByLabel('Comment').fill(comment);
      await dialog.getByRole('button', { name: 'Save alert' }).click();
      await expect(dialog).toBeHidden();
    },
    /** A person's alert that no form was filled in for. */
    async put(symbol: string, price: number, more: object = {}): Promise<void> {
      const alert = { market: 'BINANCE', symbol, price, type: 'PRICE_DROPS_BELOW', informing: 'ALWAYS', ...more };
      const answer = await page.request.post('/api/alert/', { data: alert });
      expect(((await answer.json()) as { error: unknown }).error).toBeNull();
    },
    /** A person's hook that opens positions of a pair, in its dry run. */
    async putHook(pair: string, name: string): Promise<void> {
      const hook = { name, market: 'binance', pairs: [pair], actions: ['open'], amount: { fixed: 20 }, copies: false };
      const answer = await page.request.post('/api/hooks', { data: hook });
      expect(((await answer.json()) as { error: unknown }).error).toBeNull();
    },
  };
}
