import { afterEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  buyLimit,
  entry,
  paperBench,
  sellOco,
  targets,
} from '../../../../../tests/factories/paper-exchange.ts';

/** While set, the exchange's clock stands there. */
let stopped: number | null = null;
const paper = paperBench({ clock: () => stopped ?? Date.now() });
afterEach(() => {
  stopped = null;
});
const refused = async (kind: string, fields: Fields) => (await paper.ann.placeList(kind, fields)).body;
const STOP = { Type: 'STOP_LOSS', StopPrice: '0.5' };
const GAIN = { Type: 'TAKE_PROFIT', StopPrice: '0.56' };
const LIMIT = { Type: 'LIMIT_MAKER', Price: '0.56' };
type Leg = typeof STOP | typeof LIMIT;
const pair = (side: string, above: Leg, below: Leg): Fields => ({
  side,
  quantity: '100',
  ...Object.fromEntries(Object.entries(above).map(([name, value]) => [`above${name}`, value])),
  ...Object.fromEntries(Object.entries(below).map(([name, value]) => [`below${name}`, value])),
});
const opoco = { ...entry('10', '0.52'), ...targets('0.56', '0.5') };
const mandatory = (name: string) => `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;

describe('pairs that are none', () => {
  it.each<[number, string, Fields]>([
    [-1165, 'A limit order in a buy OCO must be below.', pair('BUY', LIMIT, STOP)],
    [-1166, 'A limit order in a sell OCO must be above.', pair('SELL', STOP, LIMIT)],
    [-1168, 'At least one OCO order must be contingent.', pair('SELL', LIMIT, LIMIT)],
    [-1196, 'A stop loss order in a buy OCO must be above.', pair('BUY', STOP, STOP)],
    [-1197, 'A stop loss order in a sell OCO must be below.', pair('SELL', STOP, STOP)],
    [-1198, 'A take profit order in a buy OCO must be below.', pair('BUY', GAIN, GAIN)],
    [-1199, 'A take profit order in a sell OCO must be above.', pair('SELL', GAIN, GAIN)],
    [-1158, 'Order type not supported in OCO.', { ...sellOco('100', '0.56', '0.5'), aboveType: 'LIMIT' }],
    [-1158, 'Order type not supported in OCO.', { ...sellOco('100', '0.56', '0.5'), belowType: 'MARKET' }],
    [-1116, 'Invalid orderType.', { ...sellOco('100', '0.56', '0.5'), belowType: 'WISH' }],
  ])('%i %s', async (code, msg, fields) => {
    expect(await refused('oco', fields)).toEqual({ code, msg });
    const { side = '', quantity: _size, ...legs } = fields;
    const pending = Object.fromEntries(
      Object.entries(legs).map(([name, value]) => [`pending${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
    );
    const otoco = { ...entry('10', '0.52'), ...pending, pendingSide: side, pendingQuantity: '10' };
    expect(await refused('otoco', otoco)).toEqual({ code, msg });
  });

  it.each([
    sellOco('100', '0.5300', '0.5'),
    sellOco('100', '0.5600', '0.5300'),
    sellOco('100', '0.5000', '0.5600'),
    pair('BUY', { Type: 'STOP_LOSS', StopPrice: '0.52' }, { Type: 'LIMIT_MAKER', Price: '0.51' }),
  ])('prices on the wrong side of the last: %j', async (fields) => {
    const msg = 'The relationship of the prices for the orders is not correct.';
    expect(await refused('oco', fields)).toEqual({ code: -2010, msg });
    expect((await paper.ann.balances()).XRP?.locked).toBe('0.00000000');
  });
});

describe('parameters of lists', () => {
  it.each<{ what: string; more: Fields; code: number; msg: string }>([
    { what: 'empty', more: { abovePrice: '' }, code: -1105, msg: "Parameter 'abovePrice' was empty." },
    {
      what: 'not of the type',
      more: { belowPrice: '0.5' },
      code: -1106,
      msg: "Parameter 'belowPrice' sent when not required.",
    },
    {
      what: 'of another call',
      more: { pendingSide: 'SELL' },
      code: -1104,
      msg: "Not all sent parameters were read; read '9' parameter(s) but was sent '10'.",
    },
    {
      what: 'for icebergs',
      more: { aboveIcebergQty: '10' },
      code: -2010,
      msg: 'Iceberg orders are not supported for this symbol.',
    },
    {
      what: 'for trailing outside the filter',
      more: { belowTrailingDelta: '2001' },
      code: -1013,
      msg: 'Filter failure: TRAILING_DELTA',
    },
    {
      what: 'for a limit that trails',
      more: { aboveTrailingDelta: '100' },
      code: -1106,
      msg: "Parameter 'aboveTrailingDelta' sent when not required.",
    },
  ])('$what', async ({ more, code, msg }) => {
    expect(await refused('oco', { ...sellOco('100', '0.56', '0.5'), ...more })).toEqual({ code, msg });
  });

  it('mandatory ones, by the type of each order', async () => {
    const without = (name: string, fields: Fields) =>
      Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
    for (const name of Object.keys(opoco)) {
      const neither =
        "Param 'pendingBelowStopPrice' or 'pendingBelowTrailingDelta' must be sent, but both were empty/null!";
      const msg = name === 'pendingBelowStopPrice' ? neither : mandatory(name);
      expect(await refused('opoco', without(name, opoco))).toEqual({ code: -1102, msg });
    }
    const otoco = { ...opoco, pendingBelowType: 'STOP_LOSS_LIMIT', pendingBelowPrice: '0.49' };
    expect((await refused('otoco', otoco)).msg).toBe(mandatory('pendingQuantity'));
    expect((await refused('otoco', { ...otoco, pendingQuantity: '10' })).msg).toBe(
      mandatory('pendingBelowTimeInForce'),
    );
    expect((await refused('oto', entry('10', '0.52'))).msg).toBe(mandatory('pendingSide'));
  });

  it('what an OPO cannot be', async () => {
    const sells = { ...opoco, workingSide: 'SELL', workingPrice: '0.54' };
    expect(await refused('opoco', sells)).toEqual({ code: -1222, msg: 'Working order in an OPO list must be a bid.' });
    expect(await refused('opoco', { ...opoco, pendingSide: 'BUY' })).toEqual({
      code: -1223,
      msg: 'Pending orders in an OPO list must be asks.',
    });
    expect(await refused('opoco', { ...opoco, pendingQuantity: '10' })).toEqual({
      code: -1225,
      msg: "Pending orders should not include the 'pendingQuantity' tag.",
    });
    expect(await refused('opoco', { ...opoco, workingType: 'STOP_LOSS' })).toMatchObject({ code: -1014 });
  });

  it('filters of every order, the room that is left, ids in use', async () => {
    const fail = (filter: string) => ({ code: -1013, msg: `Filter failure: ${filter}` });
    expect(await refused('opoco', { ...opoco, workingPrice: '0.52005' })).toEqual(fail('PRICE_FILTER'));
    expect(await refused('opoco', { ...opoco, pendingBelowStopPrice: '0.50005' })).toEqual(fail('PRICE_FILTER'));
    expect(await refused('otoco', { ...opoco, pendingQuantity: '9.9' })).toEqual(fail('NOTIONAL'));
    expect(await refused('oco', sellOco('9.9', '0.56', '0.5'))).toEqual(fail('NOTIONAL'));
    expect(await refused('oco', sellOco('10000.1', '0.56', '0.5'))).toMatchObject({ code: -2010 });
    const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
    const twins = { aboveClientOrderId: 'one', belowClientOrderId: 'one' };
    expect(await refused('oco', { ...sellOco('100', '0.56', '0.5'), ...twins })).toEqual(duplicate);
    const named = { ...sellOco('100', '0.56', '0.5'), listClientOrderId: 'mine', aboveClientOrderId: 'gain' };
    expect((await refused('oco', named)).listClientOrderId).toBe('mine');
    expect(await refused('oco', { ...named, aboveClientOrderId: 'other' })).toEqual(duplicate);
    expect(await refused('oco', { ...named, listClientOrderId: 'other' })).toEqual(duplicate);
    expect(
      (await refused('oco', { ...named, aboveClientOrderId: 'mine', listClientOrderId: 'gain' })).code,
    ).toBeUndefined();
    await paper.ann.del('/api/v3/openOrders', { symbol: 'XRPUSDT' });
    expect((await refused('oco', named)).code).toBeUndefined();
  });

  it('the limit of unfilled orders, of which each order of a list is one', async () => {
    stopped = Date.now() + 60_000;
    const at = { timestamp: stopped };
    const count = async () =>
      (await paper.ann.get<{ count: number }[]>('/api/v3/rateLimit/order', at)).body.map((row) => row.count);
    expect((await refused('opoco', { ...opoco, ...at })).code).toBeUndefined();
    expect(await count()).toEqual([3, 3]);
    await Promise.all(Array.from({ length: 95 }, () => paper.ann.place({ ...buyLimit('10', '0.5'), ...at })));
    expect(await refused('opoco', { ...opoco, ...at })).toEqual({
      code: -1015,
      msg: 'Too many new orders; current limit is 100 orders per 10 SECOND.',
    });
    expect((await refused('oco', { ...sellOco('100', '0.56', '0.5'), ...at })).code).toBeUndefined();
    expect(await count()).toEqual([100, 100]);
  });
});
