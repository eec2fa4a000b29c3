import { beforeEach, describe, expect, it } from 'vitest';
import { type Fields, buyLimit, sellLimit } from '../../../../../tests/factories/paper-exchange.ts';
import { paperSocketBench } from '../../../../../tests/factories/paper-socket.ts';
import { until } from '../../../../../tests/setup/until.ts';

// The events and their fields are those of user-data-stream.md.
const REPORT = 'e E s c S o f q p P F g C x X r i l z L n N T t I w m M O Z Y Q V'.split(' ');
const STP = 'v A B u U Cs pl pL pY'.split(' ');

const api = paperSocketBench();
const { paper } = api;
beforeEach(() => api.signed('userDataStream.subscribe.signature'));

const symbol = 'XRPUSDT';
type Event = Record<string, unknown>;
const events = (kind: string): Event[] =>
  api.client.messages.flatMap(({ event }) => (event?.e === kind ? [event] : []));
const reports = () => events('executionReport');
/** All reports, once there are so many. */
const reported = (count: number) =>
  until(() => {
    expect(reports().length).toBeGreaterThanOrEqual(count);
    return reports();
  });
const story = (list: Event[]) => list.map(({ c, x, X }) => `${String(c)} ${String(x)} ${String(X)}`);
const names = (event: Event | undefined) => Object.keys(event ?? {}).toSorted();
const fields = (...more: string[]) => [...REPORT, ...more].toSorted();
const post = (path: string, body: Fields) => paper.ann.post<Event>(`/api/v3/${path}`, { symbol, ...body });
const place = (body: Fields) => post('order', body);

describe('executionReport', () => {
  it('has its fixed fields, and the working time of what is on the book', async () => {
    await place({ ...buyLimit('100', '0.52'), newClientOrderId: 'a', strategyId: 7, strategyType: 1_000_000 });
    const [placed] = await reported(1);
    expect(names(placed)).toEqual(fields('W', 'j', 'J'));
    expect(placed).toMatchObject({ x: 'NEW', X: 'NEW', w: true, r: 'NONE', g: -1, C: '', j: 7, J: 1_000_000 });
    expect(placed).toMatchObject({ l: '0.00000000', L: '0.00000000', Y: '0.00000000', n: '0', N: null, t: -1 });
    expect(Number(placed?.W)).toBeLessThanOrEqual(Number(placed?.T));
  });

  it('of an order that waits for its trigger has no working time until then', async () => {
    await place({ side: 'SELL', type: 'STOP_LOSS', quantity: '100', stopPrice: '0.5200', newClientOrderId: 'stop' });
    await paper.bench.price(symbol, '0.5200');
    const [waiting, ...rest] = await reported(3);
    expect(names(waiting)).toEqual(fields());
    expect(waiting).toMatchObject({ o: 'STOP_LOSS', P: '0.52000000', p: '0.00000000', w: false, x: 'NEW' });
    expect(story(rest)).toEqual(['stop NEW NEW', 'stop TRADE FILLED']);
    for (const report of rest) expect(names(report)).toEqual(fields('W'));
    expect(rest[1]).toMatchObject({ N: 'USDT', m: false, w: false, l: '100.00000000' });
  });

  it('of a trailing order says by how much, and from when it follows', async () => {
    const trailing = { side: 'SELL', type: 'STOP_LOSS', quantity: '100', trailingDelta: 100 };
    await place({ ...trailing, newClientOrderId: 'now' });
    await place({ ...trailing, type: 'TAKE_PROFIT', stopPrice: '0.5400', newClientOrderId: 'later' });
    const [now, later] = await reported(2);
    expect(names(now)).toEqual(fields('d', 'D'));
    expect(now).toMatchObject({ d: 100, D: expect.any(Number), P: '0.00000000' });
    expect(Number(now?.D)).toBeLessThanOrEqual(Number(now?.T));
    expect(names(later)).toEqual(fields('d'));
    await paper.bench.price(symbol, '0.5400');
    await paper.bench.price(symbol, '0.5346');
    const [, , , , , sold] = await reported(6);
    expect(names(sold)).toEqual(fields('d', 'D', 'W'));
    expect(sold).toMatchObject({ x: 'TRADE', X: 'FILLED', d: 100, P: '0.54000000' });
  });

  it('of a cancel names both ids; of an expiry its reason', async () => {
    await place({ ...buyLimit('100', '0.52'), newClientOrderId: 'a' });
    await paper.ann.del('/api/v3/order', { symbol, origClientOrderId: 'a', newClientOrderId: 'undo' });
    await place({ ...buyLimit('100', '0.52'), timeInForce: 'IOC', newClientOrderId: 'b' });
    const [, cancelled, , expired] = await reported(4);
    expect(cancelled).toMatchObject({ c: 'undo', C: 'a', x: 'CANCELED', X: 'CANCELED', w: false });
    expect(names(cancelled)).toEqual(fields('W'));
    expect(expired).toMatchObject({ c: 'b', C: '', x: 'EXPIRED', X: 'EXPIRED', eR: 'UNFILLED_IOC_QUANTITY_EXPIRED' });
    expect(names(expired)).toEqual(fields('W', 'eR'));
  });

  it('of a prevented self-trade says what was kept from what', async () => {
    await paper.bench.control('liquidity', { symbol, maxPerTick: '0' });
    await place({ ...buyLimit('100', '0.53'), newClientOrderId: 'bid' });
    await paper.bench.control('liquidity', { symbol, maxPerTick: null });
    await place({ ...sellLimit('40', '0.53'), selfTradePreventionMode: 'EXPIRE_MAKER', newClientOrderId: 'ask' });
    const prevented = await until(() => {
      const found = reports().find(({ x }) => x === 'TRADE_PREVENTION');
      if (!found) throw new Error(story(reports()).join(', '));
      return found;
    });
    const taker = reports().find(({ c }) => c === 'ask');
    expect(prevented).toMatchObject({ c: 'bid', X: 'EXPIRED_IN_MATCH', Cs: symbol, U: taker?.i, pL: '0.53000000' });
    expect(prevented).toMatchObject({ A: '100.00000000', B: '100.00000000', pl: '40.00000000', pY: '21.20000000' });
    expect(names(prevented)).toEqual(fields('W', ...STP));
  });
});

describe('order lists', () => {
  const legs = {
    aboveType: 'LIMIT_MAKER',
    abovePrice: '0.5500',
    aboveClientOrderId: 'above',
    belowType: 'STOP_LOSS',
    belowStopPrice: '0.5100',
    belowClientOrderId: 'below',
    listClientOrderId: 'pair',
  };

  it('are reported besides their orders, when they begin and when they end', async () => {
    await post('orderList/oco', { side: 'SELL', quantity: '100', ...legs });
    await paper.bench.price(symbol, '0.5500');
    const list = await reported(4);
    expect(story(list)).toEqual(['below NEW NEW', 'above NEW NEW', 'below EXPIRED EXPIRED', 'above TRADE FILLED']);
    expect(list[2]).toMatchObject({ eR: 'OCO_TRIGGER' });
    const [first] = list;
    expect(list.every(({ g }) => g === first?.g && Number(g) >= 0)).toBe(true);
    await until(() => expect(events('listStatus')).toHaveLength(2));
    const [begun, ended] = events('listStatus');
    expect(begun).toEqual({
      e: 'listStatus',
      E: expect.any(Number),
      s: symbol,
      g: first?.g,
      c: 'OCO',
      l: 'EXEC_STARTED',
      L: 'EXECUTING',
      r: 'NONE',
      C: 'pair',
      T: expect.any(Number),
      O: [
        { s: symbol, i: list[0]?.i, c: 'below' },
        { s: symbol, i: list[1]?.i, c: 'above' },
      ],
    });
    expect(ended).toMatchObject({ l: 'ALL_DONE', L: 'ALL_DONE', g: first?.g });
  });

  it('legs wait for their entry as PENDING_NEW, without a working time', async () => {
    const pending = Object.fromEntries(
      Object.entries(legs).map(([name, value]) => [
        name.replace(/^(above|below)/, (side) => `pending${side[0]?.toUpperCase()}${side.slice(1)}`),
        value,
      ]),
    );
    // With nothing else to pay the fee from, the legs sell what the entry brought in less the fee.
    await paper.bench.control('balance', { key: paper.ann.key, asset: 'XRP', free: '0' });
    await post('orderList/opoco', {
      workingType: 'LIMIT',
      workingSide: 'BUY',
      workingPrice: '0.5200',
      workingQuantity: '100',
      workingTimeInForce: 'GTC',
      workingClientOrderId: 'entry',
      pendingSide: 'SELL',
      ...pending,
    });
    const before = await reported(3);
    expect(story(before).toSorted()).toEqual(['above NEW PENDING_NEW', 'below NEW PENDING_NEW', 'entry NEW NEW']);
    for (const report of before) {
      expect(names(report)).toEqual(report.c === 'entry' ? fields('W') : fields());
    }
    await paper.bench.price(symbol, '0.5200');
    const after = (await reported(6)).slice(3);
    expect(story(after)).toEqual(['entry TRADE FILLED', 'below NEW NEW', 'above NEW NEW']);
    expect(after.slice(1).map(({ q }) => q)).toEqual(['99.90000000', '99.90000000']);
    expect(events('listStatus')).toEqual([expect.objectContaining({ c: 'OTO', L: 'EXECUTING' })]);
  });
});

describe('balances', () => {
  it('outboundAccountPosition has every asset that an event may have changed', async () => {
    await place({ side: 'BUY', type: 'MARKET', quantity: '100' });
    await reported(2);
    const position = await until(() => {
      const found = events('outboundAccountPosition').at(-1);
      expect(JSON.stringify(found)).toContain('10099.9');
      return found;
    });
    expect(position).toEqual({
      e: 'outboundAccountPosition',
      E: expect.any(Number),
      u: expect.any(Number),
      B: [
        { a: 'XRP', f: '10099.90000000', l: '0.00000000' },
        { a: 'USDT', f: '9947.00000000', l: '0.00000000' },
      ],
    });
  });

  it('balanceUpdate reports a deposit or a withdrawal', async () => {
    await paper.bench.control('balance', { key: paper.ann.key, asset: 'USDT', free: '9000.5' });
    await until(() => expect(events('balanceUpdate')).toHaveLength(1));
    expect(events('balanceUpdate')).toEqual([
      { e: 'balanceUpdate', E: expect.any(Number), a: 'USDT', d: '-999.50000000', T: expect.any(Number) },
    ]);
    await until(() => expect(events('outboundAccountPosition')).toHaveLength(1));
    expect(events('outboundAccountPosition')[0]?.B).toEqual([{ a: 'USDT', f: '9000.50000000', l: '0.00000000' }]);
  });
});
