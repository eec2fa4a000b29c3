import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { PriceFeed } from '../../../../tests/doubles/price-feed.ts';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import { openDatabase } from '../../../db/database.ts';
import { until } from '../../../../tests/setup/until.ts';

const { time, ground, make, begin, stop, owner, prices, known } = alertWorld();

/** A site where people change alerts, and an engine elsewhere whose way to the database can be closed. */
async function slowEngine() {
  const { database, dataDir } = ground();
  const way = openDatabase(database.url, { max: 1 });
  const site = make();
  const engine = make({ feed: site.feed, bus: site.bus }, { database: { ...database, ...way }, dataDir });
  await begin(engine);
  return {
    site,
    size: () => engine.engine.size,
    /** The engine reads nothing while `work` lasts. */
    async deaf(work: () => Promise<void>): Promise<void> {
      const only = await way.sql.reserve();
      await work().finally(() => only.release());
    },
    async end(): Promise<void> {
      await engine.engine.stop();
      await engine.deliveries.stop();
      await way.close();
    },
  };
}

describe.each([
  ['alike', 0],
  ['seven seconds behind', -7_000],
  ['seven seconds ahead', 7_000],
])("a crossing before the engine has read the alert, the exchange's clock %s", (_, skew) => {
  const trade = (feed: { trade: (...of: [string, string, number]) => void }, price: string) => {
    time.now += 200;
    feed.trade('XRPUSDT', price, time.now + skew);
  };

  it('fires once, and one from before it was armed does not (A-01, A-04)', async () => {
    const { site, deaf, end } = await slowEngine();
    const ada = await owner(site);
    const far = await ada.add('0.9');
    trade(site.feed, '0.54');
    await deaf(async () => {
      trade(site.feed, '0.52');
      trade(site.feed, '0.54');
      time.now += 100;
      await ada.add('0.53');
      const down = await ada.add('0.545', { type: 'PRICE_DROPS_BELOW', informing: 'ALWAYS' });
      trade(site.feed, '0.52');
      expect(await ada.firings()).toEqual([]);
      trade(site.feed, '0.521');
      trade(site.feed, '0.531');
      await ada.change(far.id, { price: new Big('0.532') });
      trade(site.feed, '0.5315');
      trade(site.feed, '0.5321');
      expect(down.active).toBe(true);
    });
    await until(async () => expect(await ada.firings()).toHaveLength(2));
    trade(site.feed, '0.546');
    trade(site.feed, '0.544');
    await until(async () => expect(await ada.firings()).toHaveLength(3));
    const fired = (await ada.firings()).map(({ price, late }) => [Number(price), late]);
    expect(fired).toEqual([
      [0.531, false],
      [0.5321, false],
      [0.544, false],
    ]);
    await end();
  });

  it('of a pair without an earlier alert fires as well', async () => {
    const { site, deaf, end } = await slowEngine();
    const ada = await owner(site);
    trade(site.feed, '0.54');
    await deaf(async () => {
      time.now += 100;
      await ada.add('0.53');
      for (const price of ['0.54', '0.52', '0.531', '0.52']) trade(site.feed, price);
    });
    await until(async () => expect(await ada.firings()).toMatchObject([{ late: false }]));
    await end();
  });
});

describe('V-17 the last known price at arming is the first side', () => {
  it.each([
    ['of a pair with other alerts', true],
    ['of a pair that has none', false],
  ])('%s: the first trade jumps over the level', async (_, hasOther) => {
    const server = make();
    await begin(server);
    const ada = await owner(server);
    prices(server, '0.5');
    if (hasOther) await ada.add('0.9');
    prices(server, '0.5061');
    const alert = await ada.add('0.52');
    await until(() => expect(server.engine.size).toBe(hasOther ? 2 : 1));
    prices(server, '0.53');
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: alert.id, late: false }]));
  });

  it('the first trade comes before the engine has read the alert', async () => {
    const { site, deaf, end } = await slowEngine();
    const ada = await owner(site);
    prices(site, '0.5061');
    let id = '';
    await deaf(async () => {
      ({ id } = await ada.add('0.52'));
      prices(site, '0.53', '0.531');
    });
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: id, late: false }]));
    await end();
  });

  it.each([
    ['the server stops before a trade comes', '0.5061', 60_000],
    ['and its pair was quiet for minutes', '0.5061', 600_000],
  ])('%s', async (_, price, quiet) => {
    const first = make();
    await begin(first);
    const ada = await owner(first);
    prices(first, price);
    time.now += quiet;
    const { id } = await ada.add('0.52');
    await until(() => expect(first.engine.size).toBe(1));
    await stop(first);
    time.now += 5_000;
    const second = make({ feed: first.feed });
    await begin(second);
    prices(second, '0.53');
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: id }]));
  });

  it('a jump while the line was cut, right after the arming', async () => {
    const server = make();
    await begin(server);
    const ada = await owner(server);
    prices(server, '0.5061');
    server.feed.cut();
    const { id } = await ada.add('0.52');
    await until(() => expect(server.engine.size).toBe(1));
    prices(server, '0.53', '0.531');
    time.now += 1_000;
    server.feed.heal();
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: id, late: true }]));
  });
});

it('an alert whose level the price passed before it was armed waits for the next crossing', async () => {
  const { site, deaf, end } = await slowEngine();
  const ada = await owner(site);
  await deaf(async () => {
    prices(site, '0.52', '0.54');
    await ada.add('0.53');
  });
  await known(site);
  expect(await ada.firings()).toEqual([]);
  prices(site, '0.52');
  prices(site, '0.531');
  await until(async () => expect(await ada.firings()).toHaveLength(1));
  await end();
});

describe.each([
  ['a pair that is watched', true],
  ['a pair without an earlier alert', false],
])('an alert on %s', (_, isWatched) => {
  it.each<[string, (feed: PriceFeed) => void, (feed: PriceFeed) => void]>([
    ['its trades are remembered no more', () => {}, forget],
    ['the line was cut meanwhile', (feed) => feed.cut(), (feed) => feed.heal()],
  ])(
    'that is read so late that %s fires late, once, and not for what came before its arming',
    async (__, before, after) => {
      const { site, size, deaf, end } = await slowEngine();
      const ada = await owner(site);
      const second = time.now + 1_000;
      const trade = (ms: number, price: string) => {
        time.now = second + ms;
        site.feed.trade('XRPUSDT', price, time.now);
      };
      if (isWatched) {
        await ada.add('0.9');
        await until(() => expect(size()).toBe(1));
      }
      const ids: string[] = [];
      await deaf(async () => {
        trade(0, '0.52');
        trade(100, '0.56');
        time.now = second + 200;
        for (const level of ['0.53', '0.55', '0.6']) ids.push((await ada.add(level)).id);
        before(site.feed);
        trade(300, '0.52');
        trade(500, '0.532');
        trade(2_000, '0.61');
        trade(3_000, '0.54');
        after(site.feed);
        trade(4_000, '0.541');
      });
      await until(async () => expect(await ada.firings()).toHaveLength(3));
      trade(5_000, '0.52');
      trade(6_000, '0.62');
      const fired = (await ada.firings()).map((one) => [one.alertId, { ms: one.crossedAt - second, late: one.late }]);
      const late = (ms: number) => ({ ms, late: true });
      const [low = '', middle = '', high = ''] = ids;
      expect(Object.fromEntries(fired)).toEqual({ [low]: late(500), [middle]: late(2_000), [high]: late(2_000) });
      await end();
      expect(await ada.firings()).toHaveLength(3);
    },
  );
});

/** So many trades of others that those of before are not kept any more. */
function forget(feed: PriceFeed): void {
  for (let count = 0; count < 2 << 14; count += 1)
    feed.push({ symbol: 'BTCUSDT', price: new Big('1'), time: time.now, id: null });
}
