import { describe, expect, it } from 'vitest';
import { type Fields, paperBench } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();

const PARTS = { timeInForce: 'GTC', quantity: '100', price: '0.52', stopPrice: '0.51' } as const;
type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];

/** What rest-api.md ("additional mandatory parameters based on order type") asks for. */
const NEEDS: Record<string, readonly Part[]> = {
  LIMIT: ['timeInForce', 'quantity', 'price'],
  LIMIT_MAKER: ['quantity', 'price'],
  MARKET: ['quantity'],
  STOP_LOSS: ['quantity', 'stopPrice'],
  STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
  TAKE_PROFIT: ['quantity', 'stopPrice'],
  TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
};
const neither = (one: string, other: string) => `Param '${one}' or '${other}' must be sent, but both were empty/null!`;
const missing = (type: string, part: Part): string => {
  if (part === 'stopPrice') return neither('stopPrice', 'trailingDelta');
  if (type === 'MARKET') return neither('quantity', 'quoteOrderQty');
  return `Mandatory parameter '${part}' was not sent, was empty/null, or malformed.`;
};

// The stop of a sell must lie below the price and its take profit above.
const termsOf = (type: string, parts: readonly Part[]): Fields => {
  const terms: Fields = { side: type === 'LIMIT' ? 'BUY' : 'SELL', type };
  for (const part of parts) terms[part] = PARTS[part];
  if (type.startsWith('TAKE_PROFIT') && parts.includes('stopPrice')) terms.stopPrice = '0.55';
  if (type === 'LIMIT_MAKER' && parts.includes('price')) terms.price = '0.55';
  return terms;
};

describe.each(Object.entries(NEEDS))('%s', (type, deps) => {
  it('is placed with what it needs', async () => {
    const placed = await paper.ann.place({ ...termsOf(type, deps), newOrderRespType: 'RESULT' });
    expect(placed.body).toMatchObject({ type, timeInForce: 'GTC', status: type === 'MARKET' ? 'FILLED' : 'NEW' });
    expect('stopPrice' in placed.body).toBe(deps.includes('stopPrice'));
  });

  it('lacks nothing of it', async () => {
    for (const part of deps) {
      const fields = termsOf(
        type,
        deps.filter((each) => each !== part),
      );
      expect((await paper.ann.place(fields)).body).toEqual({ code: -1102, msg: missing(type, part) });
    }
  });

  it('takes nothing more', async () => {
    for (const part of ALL.filter((each) => !deps.includes(each))) {
      const { body } = await paper.ann.place({ ...termsOf(type, deps), [part]: PARTS[part] });
      expect(body).toEqual({ code: -1106, msg: `Parameter '${part}' sent when not required.` });
    }
    const trailing = (await paper.ann.place({ ...termsOf(type, deps), trailingDelta: 100 })).body;
    if (deps.includes('stopPrice')) expect(trailing).toMatchObject({ orderId: expect.any(Number) });
    else expect(trailing).toEqual({ code: -1106, msg: "Parameter 'trailingDelta' sent when not required." });
  });

  it('answers as much as is usual for it, or as is asked for', async () => {
    const keys = async (more: Fields) => Object.keys((await paper.ann.place({ ...termsOf(type, deps), ...more })).body);
    const acknowledged = ['symbol', 'orderId', 'orderListId', 'clientOrderId', 'transactTime'];
    const usual = await keys({});
    if (type === 'MARKET' || type === 'LIMIT') expect(usual).toContain('fills');
    else expect(usual).toEqual(acknowledged);
    expect(await keys({ newOrderRespType: 'ACK' })).toEqual(acknowledged);
    const result = await keys({ newOrderRespType: 'RESULT' });
    expect(result).toEqual(expect.arrayContaining([...acknowledged, 'origQty', 'workingTime']));
    expect(result).not.toContain('fills');
    expect(await keys({ newOrderRespType: 'FULL' })).toEqual(expect.arrayContaining([...result, 'fills']));
  });
});
