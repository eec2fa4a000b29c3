import { expect, type Locator, type Page } from '@playwright/test';

interface Order {
  price: string;
  total?: string;
  quantity?: string;
}

/** The markets page as a person uses it, on a phone and on a desktop. */
export function marketsPage(page: Page) {
  const price = page.getByLabel('Price', { exact: true });
  const quantity = page.getByLabel('Quantity', { exact: true });
  const total = page.getByLabel('Total', { exact: true });
  const receipt = page.getByLabel('Order summary');
  const form = page.getByRole('form', { name: /^(Buy|Sell) [A-Z]+$/ });
  const button = page.getByRole('main').getByRole('button', { name: /^(Buy|Sell) [A-Z]+$/ });
  return {
    price,
    quantity,
    total,
    receipt,
    button,
    form,
    takeProfit: form.getByLabel('Take profit', { exact: true }),
    stopLoss: form.getByLabel('Stop loss', { exact: true }),
    marketPrice: page.getByTestId('market-price'),
    rows: page.locator('[data-block]'),
    toast: (text: string): Locator => page.getByRole('alert').filter({ hasText: text }),
    async open(symbolName: string, section = 'buy'): Promise<void> {
      await page.goto(
        `/markets/spot/list?market=binance&symbolName=${symbolName}&counterEarning=true&section=${section}`,
      );
      await expect(price).toBeVisible();
    },
    /** On a phone: the whole form, with its button, above the bar at the bottom. */
    async expectFormInView(): Promise<void> {
      const parts = [button, page.getByRole('navigation', { name: 'Quick' })];
      const [buy, bar] = await Promise.all(parts.map((part) => part.boundingBox()));
      expect((buy?.y ?? 0) + (buy?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    },
    /** What a phone's header keeps in a sheet; open on a desktop. */
    async openSheet(): Promise<void> {
      const more = page.getByRole('button', { name: 'Market, earnings and more' });
      if (await more.isVisible()) await more.click();
    },
    /** An entry of the header's Average menu. */
    async average(entry: 'Split position' | 'Choose average' | 'Average All'): Promise<void> {
      const more = page.getByRole('button', { name: 'Market, earnings and more' });
      if (await more.isVisible()) await more.click();
      await page.locator('summary').filter({ hasText: 'Average' }).click();
      await page.getByRole('button', { name: entry }).click();
    },
    async closeSheet(): Promise<void> {
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
      if (await close.isVisible()) await close.click();
    },
    /** The side of the form and of the rows: tabs on a desktop, a choice on a phone. */
    side: (name: 'Buy' | 'Sell'): Locator =>
      page
        .getByRole('tab', { name: name.toUpperCase() })
        .or(page.getByRole('radio', { name, exact: true }))
        .first(),
    async type(order: Order): Promise<void> {
      await price.fill(order.price);
      if (order.quantity !== undefined) await quantity.fill(order.quantity);
      if (order.total !== undefined) await total.fill(order.total);
    },
  };
}
