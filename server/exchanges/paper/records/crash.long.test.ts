import { Big } from 'big.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Venue,
  SYMBOLS,
  TRADERS,
  expectCovered,
  expectVaried,
  play,
  step,
} from '../../../../tests/factories/matching-steps.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { isFullSize } from '../../../../tests/setup/full-size.ts';
import { SEED } from '../../../../tests/setup/seed.ts';
import { createLog } from '../../../lib/log.ts';
import type { PaperAccount } from '../paper-account.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import { randomClientId } from '../ids.ts';
import { openCore } from '../open-core.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let core: ExchangeCore;
let accounts: PaperAccount[];
let time = 1_700_000_000_000;

const open = () =>
  openCore({ db: database.db, clock: () => (time += 1), log: createLog('silent'), seed: 1, keepPins: true });

beforeAll(async () => {
  database = await testDatabase();
  core = await open();
});
afterAll(async () => {
  await core.journal.close();
  await database.close();
});

/** The process dies with whatever it has not committed; another one opens the books. */
async function crash(): Promise<void> {
  const keys = accounts.map((account) => account.id);
  const died = core;
  core = await open();
  await died.journal.close();
  accounts = await Promise.all(keys.map(async (key) => (await core.account(key)) ?? expect.fail('an account is gone')));
}

const market = (symbol: string) => core.markets.get(symbol) ?? expect.fail(`no ${symbol}`);
const account = (index: number): PaperAccount => accounts[index] ?? expect.fail('no such trader');
const ofTrader = (id: string): PaperAccount => accounts.find((each) => each.id === id) ?? expect.fail('no such trader');

const venue: Venue = {
  account,
  crash,
  market: (symbol) => {
    const { pair, price } = market(symbol);
    return { pair, price, startPrice: pair.startPrice };
  },
  place: (of, draft) => core.matching.place(of, draft),
  placeList: (of, draft) => core.matching.placeList(of, draft),
  trade: (symbol, print) => core.trade(market(symbol), print),
  cancel: (_of, order) => core.matching.cancel(order, randomClientId()),
  burn: ({ id }, on) => core.setBnbBurn(ofTrader(id), on),
  touch: (whole) => SYMBOLS.map(market).forEach((of) => void (of.pinned = whole)),
  liquidity: (steps) => {
    for (const of of SYMBOLS.map(market)) of.change({ maxPerTick: steps === null ? null : of.pair.step.times(steps) });
  },
};

async function expectConserved(): Promise<void> {
  await core.journal.committed();
  const rows = await database.sql<{ asset: string; total: string; least: string }[]>`
    select asset, sum(free + locked) as total, least(min(free), min(locked)) as least from paper.balances group by asset`;
  for (const { asset, total, least } of rows) {
    expect(`${asset} ${new Big(total).toFixed()}`).toBe(`${asset} 1000000000000000`);
    expect(new Big(least).gte(0)).toBe(true);
  }
}

it('whatever is placed, triggered, filled, canceled, and whenever it crashes: every asset adds up, every lock is covered', async () => {
  const seen = new Set<string>();
  const runs = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
    accounts = await Promise.all(Array.from({ length: TRADERS }, () => core.openAccount()));
    for (const todo of steps) {
      await play(venue, todo);
      accounts.forEach(expectCovered);
    }
    await expectConserved();
    for (const row of await database.sql<
      { status: string; type: string }[]
    >`select distinct status, type from paper.orders`)
      seen.add(`${row.type} ${row.status}`);
  });
  await fc.assert(runs, { numRuns: isFullSize ? 100 : 40 });
  if (isFullSize) expectVaried(seen, SEED);
});
