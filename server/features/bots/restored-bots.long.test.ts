import { expect, it, onTestFinished } from 'vitest';
import { killableSite } from '../../../tests/factories/killable-site.ts';
import { controlOf, settled, stopAll, traders } from '../../../tests/factories/mixed-episodes.ts';
import { SYMBOLS } from '../../../tests/factories/mixed-bots.ts';
import { BEGIN, judge } from '../../../tests/factories/mixed-verdict.ts';
import { databaseCopy } from '../../../tests/setup/database-copy.ts';
import { until } from '../../../tests/setup/until.ts';

/** Pairs with bots of levels alone: blocks that were placed since a backup ask their owner (V-16). */
const MOVING = SYMBOLS.filter((symbol) => symbol !== 'XRPUSDT');
/** Each crosses lines of the bots; the last one is where all of them began. */
const SINCE_THE_BACKUP = ['0.514', '0.5199', '0.526', '0.511', BEGIN];
const PATIENCE = { timeout: 120_000, interval: 1000 };

it('E-04, M-02, C-14 after a restore all bots go on, and what the exchange did since the backup is booked and not traded again', async () => {
  const world = await killableSite();
  const copy = databaseCopy(world.database);
  onTestFinished(async () => {
    await world.close();
    await copy.drop();
  });
  const control = controlOf(world);
  const [trader] = await traders(world, 1);
  if (!trader) throw new Error('There is nobody.');
  expect(await settled(world, trader)).toEqual([]);
  const tradesOf = async () => (await world.exchange.database.sql`select 1 from paper.trades`).length;
  await world.crash(() => copy.backUp());
  expect(await settled(world, trader)).toEqual([]);

  const before = await tradesOf();
  for (const price of SINCE_THE_BACKUP) {
    for (const symbol of MOVING) await control('price', { symbol, price });
    // Results are judged at the price of the beginning alone.
    await until(async () => {
      const { found } = await judge(world, trader);
      expect(found.filter((what) => !what.startsWith('books'))).toEqual([]);
    }, PATIENCE);
  }
  const traded = await tradesOf();
  expect(traded).toBeGreaterThan(before + 30);

  await world.crash(() => copy.restore());
  expect(await settled(world, trader)).toEqual([]);
  expect(await tradesOf()).toBe(traded);
  expect(await stopAll(world, trader)).toEqual([]);
}, 1_200_000);
