import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listBlockEvents, listOrderBlocks } from '#contracts/order-lists.ts';
import { big, XRP } from '../../../../tests/factories/block-sketch.ts';
import { storedPerson } from '../../../../tests/factories/stored-blocks.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { createLog } from '../../../lib/log.ts';
import type { LivePublisher } from '../../../live/publish.ts';
import { createMarkets } from '../../markets/index.ts';
import { encodedRows } from './encoded-rows.ts';
import { historyCsv } from './history-csv.ts';
import { listBlocks } from './list-blocks.ts';
import { keptBlocks } from './kept-blocks.ts';
import { listEvents } from './list-events.ts';

/** The port of an exchange that knows one pair and its price, and is asked nothing else. */
const exchange = {
  market: 'binance',
  pairs: () => new Map([['XRPUSDT', XRP]]),
  lastPrices: () => Promise.resolve({ outcome: 'ok', value: [{ symbol: 'XRPUSDT', price: big('0.52'), time: 1 }] }),
} as unknown as Exchange;
const live = { onTick: () => () => {} } as unknown as LivePublisher;

let database: Awaited<ReturnType<typeof testDatabase>>;
let who: Awaited<ReturnType<typeof storedPerson>>;
const markets = createMarkets({
  exchanges: new Map([['binance', exchange]]),
  live,
  log: createLog('silent'),
  clock: Date.now,
});
beforeAll(async () => {
  database = await testDatabase();
  await markets.start({ publishes: null });
});
beforeEach(async () => {
  who = await storedPerson(database);
});
afterAll(() => database.close());

const pageDeps = (db: typeof database.db) => ({
  db,
  markets,
  clock: () => 2000,
  marketContext: { feeOf: () => big('0.001') },
  keptBlocks: keptBlocks(db),
  encodedRows: encodedRows(),
});
const list = async (query: Record<string, string> = {}, userId = who.userId) => {
  const asked = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: 'true', ...query };
  const json = await listBlocks(pageDeps(database.db), userId, z.decode(listOrderBlocks.query, asked as never));
  return JSON.parse(json) as z.input<typeof listOrderBlocks.response>;
};
const idsOf = async (query: Record<string, string> = {}) => Object.keys((await list(query)).content);
const ids = (blocks: { id: string }[]) => blocks.map(({ id }) => id);

describe('the list of blocks', () => {
  it('has the open blocks of a side, newest first; history has what ended with something filled', async () => {
    const old = await who.addBlock({ createdAt: 1 });
    const young = await who.addBlock({ createdAt: 2, filled: '0' });
    const sale = await who.addBlock({ section: 'sell' });
    const base = await who.addBlock({ counterEarning: false });
    const ended = await who.addBlock({ open: false });
    await who.addBlock({ open: false, filled: '0' });
    expect(await idsOf()).toEqual(ids([young, old]));
    expect(await idsOf({ section: 'alerts' })).toEqual(ids([young, old]));
    expect(await idsOf({ section: 'sell' })).toEqual(ids([sale]));
    expect(await idsOf({ counterEarning: 'false' })).toEqual(ids([base]));
    expect(await idsOf({ section: 'history' })).toEqual(ids([ended]));
  });

  it('has of each block the main key’s part first, then its copies’', async () => {
    const { id } = await who.addBlock({ keyNames: ['Main', 'Copy', 'Other'] });
    const { content } = await list();
    expect(content[id]?.map(({ connectorName, inGroup }) => [connectorName, inGroup])).toEqual([
      ['Main', false],
      ['Copy', true],
      ['Other', true],
    ]);
    expect(content[id]?.[0]).toMatchObject({ value: 52, profitValue: 1.948, userName: 'Ada' });
  });

  it('is of the active main key, or of the one named', async () => {
    const own = await who.addBlock();
    const other = await who.addBlock({ keyNames: ['Other'] });
    expect(await idsOf()).toEqual(ids([own]));
    expect(await idsOf({ connectorName: 'Other' })).toEqual(ids([other]));
    expect(await idsOf({ connectorName: 'Nobody' })).toEqual([]);
  });

  it('belongs to its owner alone', async () => {
    await who.addBlock();
    const stranger = await storedPerson(database);
    expect(await list({}, stranger.userId)).toEqual({ content: {}, lastPageNumber: 0 });
  });

  it.each(['date', 'price', 'value', 'profit', 'percent', 'targets'])(
    'by %s has every block on one page, ten a page, also where they tie',
    async (sort) => {
      const newestFirst: string[] = [];
      for (let index = 0; index < 23; index += 1)
        newestFirst.unshift((await who.addBlock({ createdAt: index + 1 })).id);
      for (const direction of ['asc', 'desc']) {
        const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ sort, direction, page: String(page) })));
        expect(pages.map(({ content }) => Object.keys(content).length)).toEqual([10, 10, 3, 0]);
        expect(pages.map(({ lastPageNumber }) => lastPageNumber)).toEqual([2, 2, 2, 2]);
        const sized = await list({ sort, direction, size: '22' });
        expect([Object.keys(sized.content).length, sized.lastPageNumber]).toEqual([22, 1]);
        const isUpward = direction === 'asc' && (sort === 'date' || sort === 'targets');
        expect(pages.flatMap(({ content }) => Object.keys(content))).toEqual(
          isUpward ? newestFirst.toReversed() : newestFirst,
        );
      }
    },
  );

  it('sorts by price, value, profit and percent, both ways; equal ones newest first', async () => {
    const cheap = await who.addBlock({ price: '0.4', createdAt: 1 });
    const dear = await who.addBlock({ price: '0.6', filled: '50', createdAt: 2 });
    const alike = await who.addBlock({ price: '0.4', createdAt: 3 });
    expect(await idsOf({ sort: 'price' })).toEqual(ids([dear, alike, cheap]));
    expect(await idsOf({ sort: 'price', direction: 'asc' })).toEqual(ids([alike, cheap, dear]));
    expect(await idsOf({ sort: 'value', direction: 'asc' })).toEqual(ids([dear, alike, cheap]));
    expect(await idsOf({ sort: 'profit' })).toEqual(ids([alike, cheap, dear]));
    expect(await idsOf({ sort: 'percent', direction: 'asc' })).toEqual(ids([dear, alike, cheap]));
    expect(await idsOf({ sort: 'date', direction: 'asc' })).toEqual(ids([cheap, dear, alike]));
  });

  it('puts what cannot be measured last, whichever way it is sorted', async () => {
    const unknown = await who.addBlock();
    const known = await who.addBlock();
    await database.sql`update fills set commission_asset = 'ABC', commission = 1
      where order_id in (select id from orders where block_id = ${unknown.id})`;
    for (const direction of ['asc', 'desc'])
      expect(await idsOf({ sort: 'profit', direction })).toEqual(ids([known, unknown]));
  });

  it('goes round the states of the targets from the one asked for, newest first within each', async () => {
    const none = await who.addBlock({ createdAt: 1 });
    const stop = await who.addBlock({ createdAt: 2, stopLoss: '0.4' });
    const profit = await who.addBlock({ createdAt: 3, takeProfit: '0.6' });
    const both = await who.addBlock({ createdAt: 4, takeProfit: '0.6', stopLoss: '0.4' });
    const young = await who.addBlock({ createdAt: 5 });
    const sort = 'targets';
    expect(await idsOf({ sort })).toEqual(ids([both, profit, stop, young, none]));
    expect(await idsOf({ sort, targets: 'take-profit' })).toEqual(ids([profit, stop, young, none, both]));
    expect(await idsOf({ sort, targets: 'none', direction: 'asc' })).toEqual(ids([none, young, both, profit, stop]));
  });

  it('of a pair that is not traded is refused', async () => {
    await expect(list({ symbolName: 'foo_bar' })).rejects.toThrow('binance does not trade FOO/BAR.');
  });
});

describe('the history as CSV', () => {
  const csv = async (userId = who.userId) => {
    let text = '';
    for await (const part of historyCsv({ db: database.db, markets }, userId)) text += part;
    return text.split('\r\n');
  };

  it('has a line for each trade, oldest first, and none of others', async () => {
    const young = await who.addBlock({ createdAt: 2000 });
    const old = await who.addBlock({ createdAt: 1000, section: 'sell', filled: '12.5' });
    await (await storedPerson(database)).addBlock();
    const [head, ...lines] = await csv();
    expect(head).toBe('time,block,key,market,pair,section,leg,side,price,quantity,counter value,fee,fee asset,trade');
    expect(lines.map((line) => line.split(',').slice(0, -1).join(','))).toEqual([
      `1970-01-01T00:00:01.000Z,${old.id},Main,binance,XRP/USDT,sell,entry,sell,0.5,12.5,6.25,0,XRP`,
      `1970-01-01T00:00:02.000Z,${young.id},Main,binance,XRP/USDT,buy,entry,buy,0.5,100,50,0,XRP`,
      '',
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1 fund', "'+1 fund"],
    ['-cmd', "'-cmd"],
    ['\ttab', "'\ttab"],
    ['a "b", c', '"a ""b"", c"'],
    ['=a,b', '"\'=a,b"'],
  ])('writes the name %j as %j', async (name, written) => {
    await who.addKey(name, false);
    await who.addBlock({ keyNames: [name] });
    const [, line] = await csv();
    expect(line).toContain(`,${written},binance,`);
  });

  it('V-19 the counter value has eight decimals at most', async () => {
    await who.addBlock();
    await database.sql`update fills set price = 0.05123, quantity = 0.0003 where user_id = ${who.userId}`;
    // 0.000015369 exactly.
    expect((await csv())[1]).toContain(',0.05123,0.0003,0.00001536,');
  });

  it('leaves a rebate a number', async () => {
    await who.addBlock();
    await database.sql`update fills set commission = -0.01 where user_id = ${who.userId}`;
    expect((await csv())[1]).toContain(',50,-0.01,XRP,');
  });

  it('is read in parts without losing or repeating a trade', async () => {
    const { id } = await who.addBlock({ filled: '0' });
    await database.sql`insert into fills (user_id, key_id, symbol, trade_id, order_id, price, quantity, commission,
      commission_asset, traded_at) select user_id, key_id, symbol, 't' || n, id, 0.5, 1, 0, 'XRP', 5 + n / 700
      from orders, generate_series(1, 2500) n where block_id = ${id}`;
    const trades = (await csv()).slice(1, -1).map((line) => line.split(',').at(-1));
    expect(trades).toHaveLength(2500);
    expect(new Set(trades).size).toBe(2500);
  });
});

describe('the story of a block', () => {
  it('is told oldest first, with the key that each part belongs to, and to its owner alone', async () => {
    const { id, positionIds } = await who.addBlock({ keyNames: ['Main', 'Copy'] });
    const [, copy = ''] = positionIds;
    await who.addEvent({ blockId: id, positionId: copy }, 'moved', {
      at: 7,
      details: { from: 'placed', to: 'filled' },
    });
    await who.addEvent({ blockId: id, positionId: null }, 'wish', { at: 5, details: { takeProfit: '0.6' } });
    const reported = await listEvents({ db: database.db, markets }, { userId: who.userId, blockId: id });
    expect(z.encode(listBlockEvents.response, reported).events).toEqual([
      { at: 5, uid: null, connectorName: null, kind: 'wish', text: 'You set take profit 0.6000.', ids: null },
      {
        at: 7,
        uid: who.keyIds.get('Copy'),
        connectorName: 'Copy',
        kind: 'moved',
        text: 'It went from placed to filled.',
        ids: null,
      },
    ]);
    const stranger = await storedPerson(database);
    await expect(
      listEvents({ db: database.db, markets }, { userId: stranger.userId, blockId: id }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
