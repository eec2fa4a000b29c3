import { expect, type Page } from '@playwright/test';

type Row = Record<string, unknown>;

/** A signed-in person's deals in one pair past the screens: what a test begins with, and what the server says of it. */
export function deals(page: Page, symbolName: string) {
  const pair = { market: 'binance', symbolName };
  const said = async (answer: { ok: () => boolean; json: () => Promise<unknown>; url: () => string }): Promise<Row> => {
    const body = (await answer.json()) as Row;
    if (!answer.ok() || body['error'] || body['errorMessage'])
      throw new Error(`${answer.url()}: ${JSON.stringify(body)}`);
    return body;
  };
  const get = async (path: string) => said(await page.request.get(path));
  const rows = async (): Promise<Row[]> => {
    const query = new URLSearchParams({ ...pair, counterEarning: 'true', section: 'buy' });
    const { content } = await get(`/api/markets/spot/list?${query.toString()}`);
    return Object.values(content as Record<string, Row[]>).flat();
  };
  return {
    get,
    rows,
    /** Answers the block's id once its entry is filled: the price must stand there meanwhile. */
    async buy(price: number, counterQuantity: number): Promise<string> {
      const order = { ...pair, price, counterQuantity, counterEarning: true };
      const { orderBlock } = await said(await page.request.post('/api/markets/spot/first/buy', { data: order }));
      const { blockId } = orderBlock as { blockId: string };
      const status = async () => (await rows()).find((row) => row['blockId'] === blockId)?.['status'];
      await expect.poll(status).toBe('filled');
      return blockId;
    },
    setTargets: async (blockId: string, targets: Row) =>
      said(await page.request.post('/api/markets/spot/third', { data: { ...pair, blockId, ...targets } })),
    close: async (blockId: string) =>
      said(await page.request.put('/api/markets/spot/second/close/', { data: { ...pair, blockId } })),
    addAlert: async (price: number) => {
      const alert = { market: 'BINANCE', symbol: symbolName.toUpperCase(), price };
      const kind = { type: 'PRICE_RISES_ABOVE', informing: 'ONLY_ONCE' };
      return said(await page.request.post('/api/alert/', { data: { ...alert, ...kind } }));
    },
    alertPrices: async (): Promise<unknown[]> => {
      const { content } = await get(`/api/alert/list?market=BINANCE&symbol=${symbolName}`);
      return (content as Row[]).map(({ price }) => price);
    },
  };
}
