import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';

interface Of {
  /** USDT of each copy key. */
  copies?: readonly string[];
  /** In USDT, by coin. */
  prices: Record<string, string>;
}

/** A person with baskets on the paper exchange, whose prices are set by the test. */
export async function basketWorld(site: TestSite, { copies = ['1000'], prices: first }: Of) {
  const world = await botWorld(site, { main: '1000', copies });
  await world.control('reset', {});
  const pairOf = (base: string) => `${base}USDT`;
  /** Trades at these prices, until the site knows them. */
  async function prices(of: Of['prices']): Promise<void> {
    for (const [base, price] of Object.entries(of)) await world.control('price', { symbol: pairOf(base), price });
    const known = (base: string) => site.deps.markets.lastPrice('binance', pairOf(base))?.price.toNumber();
    await until(() => {
      for (const [base, price] of Object.entries(of)) expect(known(base)).toBe(Number(price));
    });
  }
  await prices(first);
  return {
    ...world,
    prices,
    /** What of each coin is free on the main key. */
    async holds(of: Record<string, string>): Promise<void> {
      for (const [asset, free] of Object.entries(of))
        await world.control('balance', { key: world.paperKey, asset, free });
    },
  };
}
export type BasketWorld = Awaited<ReturnType<typeof basketWorld>>;

/** A site for a file of tests; each of them gets a new person with baskets. */
export function basketSite(of: Of, use: (opened: { site: TestSite; world: BasketWorld }) => void) {
  const { clock, pass } = shiftedClock();
  let site: TestSite;
  beforeAll(async () => {
    site = await testSite({}, clock);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    use({ site, world: await basketWorld(site, of) });
  });
  return { clock, pass };
}
