import { expect, type Locator } from '@playwright/test';
import type { Day } from './site.ts';

async function template({ page }: Day, name: string): Promise<Locator> {
  await page.goto('/bots');
  const create = page.getByRole('button', { name: `Create ${name}`, exact: true });
  const all = page.getByRole('button', { name: 'All templates' });
  await expect(create.or(all).first()).toBeVisible();
  if (!(await create.isVisible())) await all.click();
  await create.click();
  return page.getByRole('dialog', { name: `Create ${name}` });
}

const fill = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
};

/** C-3: on the copy key it has a run of its own. */
export async function startsGrid(day: Day): Promise<void> {
  const { page, picture } = day;
  const form = await template(day, 'Grid bot');
  await fill(form, { Lowest: '0.48', Highest: '0.56', Steps: '8', Invest: '400', Name: 'Night grid' });
  await form.getByLabel('Also on copy keys (1)').check();
  const receipt = form.getByRole('region', { name: 'Receipt' });
  await expect(receipt.getByRole('list', { name: 'Copy keys' })).toContainText('Paper copy');
  await picture('grid-form');
  await receipt.scrollIntoViewIfNeeded();
  await picture('grid-receipt');
  await form.getByRole('button', { name: /^Start with / }).click();
  const detail = page.getByRole('dialog', { name: 'Grid bot' });
  await expect(detail.getByText('Active · running')).toBeVisible();
  await picture('grid-running');
  await detail.getByLabel('Key', { exact: true }).selectOption({ label: 'Paper copy' });
  await picture('grid-on-the-copy-key');
}

export async function startsAverager(day: Day): Promise<void> {
  const { page, picture } = day;
  const form = await template(day, 'Averaging bot');
  await fill(form, { 'First order': '20', 'First addition': '20', 'Stop loss': '5', Name: 'Ladder' });
  await form.getByLabel('Also on copy keys (1)').check();
  await form.getByLabel('Begin again when a deal is over').check();
  await picture('averaging-form');
  const start = form.getByRole('button', { name: /^Start with / });
  await expect(start).toBeEnabled();
  await start.click();
  const detail = page.getByRole('dialog', { name: 'Averaging bot' });
  await expect(detail.getByText(/Deal 1 holds /)).toBeVisible();
  await expect(detail.getByText('stop: exchange')).toBeVisible();
  await picture('averaging-running');
}

const TABS = ['Now', 'Deals', 'Why', 'Trust'];

/** All that a bot tells of itself once prices have moved. */
export async function runsBots(day: Day): Promise<void> {
  const { page, main, picture } = day;
  await page.goto('/bots');
  for (const [name, type] of [
    ['Night grid', 'Grid bot'],
    ['Ladder', 'Averaging bot'],
  ] as const) {
    await main
      .getByRole('button', { name: `Detail of ${name}` })
      .first()
      .click();
    const detail = page.getByRole('dialog', { name: type });
    for (const tab of TABS) {
      const shown = detail.getByRole('tab', { name: tab });
      await shown.click();
      await shown.scrollIntoViewIfNeeded();
      await picture(`${name.toLowerCase().replace(' ', '-')}-${tab.toLowerCase()}`);
    }
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
  }
  await picture('bots');
  await page.goto('/overview');
  await expect(page.getByRole('region', { name: /^Bots/ }).getByText('Night grid')).toBeVisible();
  await picture('overview');
  await page.getByRole('region', { name: /^Signals/ }).scrollIntoViewIfNeeded();
  await picture('overview-below');
}
