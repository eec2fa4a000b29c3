import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { type DealTrader, filledEntry, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { missingPrice } from '../../domain/position/missing-price.ts';
import { orderFacts } from './sending/order-facts.ts';

const deals = xrpDeals();
const sql = () => deals.site().database.sql;
const traded = (who: DealTrader) => sql()<{ price: string; quantity: string }[]>`
  select trim_scale(price)::text as price, trim_scale(quantity)::text as quantity
  from fills where key_id = ${who.keyUid} order by traded_at, trade_id`;

describe('V-11 an execution report whose last price is 0', () => {
  it('V-11 its fill takes its price from the trade itself, and the result is the one of its trades', async () => {
    const who = await deals.trader();
    await deals.control('fault', { kind: 'zero-price-report', times: 2 });
    const blockId = await filledEntry(deals, who);
    await deals.shows(who, { firstFilledPrice: 0.52, profitValue: -0.203892 });
    expect(await traded(who)).toMatchObject([{ price: '0.52', quantity: '192.3' }]);
    await deals.price('0.546');
    await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
    await deals.shows(who, { blockId, status: 'closed', profitValue: 4.7857134 }, { section: 'history' });
    expect((await who.get('/api/history?market=binance')).status).toBe(200);
  });
});

describe('V-11 a trade without a price', () => {
  const order = (filled: string, counter: string) => ({
    filledQuantity: big(filled),
    filledCounterQuantity: big(counter),
  });
  const known = [
    { quantity: big('100'), price: big('0.52') },
    { quantity: big('50'), price: big('0.51') },
  ];

  it('V-11 takes it from what the order’s own sums have above the trades that are known', () => {
    expect(missingPrice(order('192.3', '98.65'), known)?.toFixed()).toBe('0.5');
    expect(missingPrice(order('192.3', '99.996'), [])?.toFixed()).toBe('0.52');
  });

  it('V-11 is booked at that price, and not at all where they do not say', async () => {
    const who = await deals.trader();
    await filledEntry(deals, who);
    const facts = orderFacts(deals.site().deps.orders, () => {});
    const [{ name } = { name: '' }] = await sql()<{ name: string }[]>`
      select client_order_id as name from orders where key_id = ${who.keyUid}`;
    const entry = await facts.store.byClientOrderId(name);
    if (!entry) throw new Error('The entry was not written down.');
    const fill = {
      symbol: 'XRPUSDT',
      tradeId: '7',
      exchangeOrderId: entry.exchangeOrderId ?? '',
      side: 'buy' as const,
      price: big('0'),
      quantity: big('10'),
      commission: big('0'),
      commissionAsset: 'XRP',
      tradedAt: 1,
    };
    // Its trades are all known: its sums have nothing left for another one.
    expect(await facts.addFill(entry, fill)).toBe(false);
    expect(await traded(who)).toHaveLength(1);
    const grown = {
      ...entry,
      filledQuantity: entry.filledQuantity.plus(10),
      filledCounterQuantity: entry.filledCounterQuantity.plus(5),
    };
    expect(await facts.addFill(grown, fill)).toBe(true);
    expect(await traded(who)).toContainEqual({ price: '0.5', quantity: '10' });
  });

  it('V-11 is unknown where they do not say', () => {
    expect(missingPrice(order('150', '77.5'), known)).toBeNull();
    expect(missingPrice(order('192.3', '0'), [])).toBeNull();
    expect(missingPrice(order('192.3', '77.5'), known)).toBeNull();
  });
});

describe('V-11 a fill that was booked at price 0 before', () => {
  it.each(['entry', 'close'])(
    'V-11 of the %s: no list fails, a result that cannot be computed is unknown',
    async (leg) => {
      const who = await deals.trader();
      for (const counterEarning of [true, false]) {
        const blockId = await filledEntry(deals, who, { counterEarning, counterQuantity: counterEarning ? 101 : 102 });
        await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
        await deals.shows(who, { blockId, status: 'closed' }, { section: 'history', counterEarning });
      }
      const open = await filledEntry(deals, who);
      await sql()`update fills set price = 0 from orders o
      where o.id = fills.order_id and o.leg = ${leg} and fills.key_id = ${who.keyUid}`;
      for (const counterEarning of [true, false]) {
        const [row] = await deals.rows(who, 'history', counterEarning);
        expect(row).toMatchObject({ profitValue: null, profitPercent: null });
      }
      const [row] = await deals.rows(who, 'buy');
      expect(row).toMatchObject({ blockId: open, ...(leg === 'entry' ? { profitValue: null } : {}) });
      const lists = ['/api/history?market=binance', '/api/history/summary?market=binance', '/api/history.csv'];
      for (const list of [...lists, '/api/history?market=binance&sort=percent'])
        expect((await who.get(list)).status, list).toBe(200);
    },
  );
});
