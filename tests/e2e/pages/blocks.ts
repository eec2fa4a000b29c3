import { expect, type Locator, type Page } from '@playwright/test';
import { Big } from 'big.js';
import type * as z from 'zod/mini';
import type { OrderBlock } from '../../../server/contracts/order-block.ts';
import { below } from '../../factories/printed-rules.ts';
import { unfold } from './unfold.ts';

/** A row as the list answers it. */
type Part = z.input<typeof OrderBlock>;

/** An amount as a screen shows it. */
const shown = (amount: number, decimals: number): string => below(decimals, new Big(amount)).toFixed(decimals);

/** The same of a result. */
export const signed = (amount: number | null, decimals: number): string => {
  if (amount === null) return '—';
  const text = shown(amount, decimals);
  if (Number(text) === 0) return text;
  return Number(text) > 0 ? `▲ +${text}` : `▼ ${text.replace('-', '−')}`;
};

const INITIAL = { section: 'buy', counterEarning: true };

/** A pair's open blocks, as the page shows them and as the server tells them. */
export function blocksPage(page: Page, symbolName: string, { section: side, counterEarning } = INITIAL) {
  const address = `market=binance&symbolName=${symbolName}&counterEarning=${counterEarning}`;
  const profit = `Profit ${symbolName.toUpperCase().split('_')[counterEarning ? 1 : 0]}`;
  const rows = page.locator('[data-block]');
  const cell = (row: Locator, label: string) => row.locator(`td[data-label="${label}"]`).first();
  const send = async (method: 'POST' | 'PUT', path: string, data: object): Promise<Record<string, unknown>> => {
    const answer = await page.request.fetch(path, { method, data });
    const said = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok() || said['error']) throw new Error(`${path}: ${answer.status()} ${JSON.stringify(said)}`);
    return said;
  };
  const reported = async (section = side): Promise<Part[][]> => {
    const answer = await page.request.get(`/api/markets/spot/list?${address}&section=${section}`);
    return Object.values(((await answer.json()) as { content: Record<string, Part[]> }).content);
  };
  const toldOf = async (row: Locator, section = side): Promise<Part> => {
    const id = await row.getAttribute('data-block');
    const [main] = (await reported(section)).find(([first]) => first?.blockId === id) ?? [];
    if (!main) throw new Error('The server does not tell of this block.');
    return main;
  };
  const shows = async (row: Locator, part: Part) => {
    const price = part.firstFilledPrice || part.firstPlacedPrice;
    await expect(cell(row, 'Price')).toHaveText(price.toFixed(part.counterRound));
    await expect(cell(row, 'Value')).toHaveText(part.value === null ? '—' : `${shown(part.value, 4)}\u00a0USDT`);
    const isFilled = part.firstFilledQuantity > 0;
    const percent = isFilled ? part.profitPercent : null;
    await expect(cell(row, profit)).toHaveText(signed(isFilled ? part.profitValue : null, 4));
    await expect(cell(row, '%')).toHaveText(`${signed(percent, 2)}${percent === null ? '' : '%'}`);
  };
  return {
    rows,
    cell,
    send,
    reported,
    /** The numbers of one key's part as the server tells it. */
    shows,
    input: (row: Locator, target: 'S.L.' | 'T.P.') => row.getByRole('textbox', { name: target }),
    unfold,
    toast: (text: string) => page.getByRole('alert').filter({ hasText: text }),
    async open(more = ''): Promise<void> {
      await page.goto(`/markets/spot/list?${address}&section=${side}${more}`);
      await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
    },
    /** An entry placed by a call: the form has tests of its own. */
    buy: (price: number, counterQuantity: number) =>
      send('POST', '/api/markets/spot/first/buy', {
        market: 'binance',
        symbolName,
        price,
        counterQuantity,
        counterEarning: true,
      }),
    /** Every number of a row is the one that the server tells for it; answers what it tells. */
    async expectTold(row: Locator): Promise<Part> {
      const main = await toldOf(row);
      await shows(row, main);
      const target = (price: number) => (price === 0 ? '' : price.toFixed(main.counterRound));
      await expect(row.getByRole('textbox', { name: 'T.P.' })).toHaveValue(target(main.secondTakeProfitPlacedPrice));
      await expect(row.getByRole('textbox', { name: 'S.L.' })).toHaveValue(target(main.secondStopLossPlacedPrice));
      return main;
    },
    /** The same of a row of the history. */
    async expectEnded(row: Locator): Promise<Part> {
      const main = await toldOf(row, 'history');
      await shows(row, main);
      for (const price of [main.secondTakeProfitPlacedPrice, main.secondStopLossPlacedPrice])
        await expect(cell(row, 'Targets')).toContainText(price === 0 ? '—' : price.toFixed(main.counterRound));
      return main;
    },
  };
}
