import { describe, expect, it } from 'vitest';
import { NO_EXITS, exitsAt, fixedStop, wholeAt } from '../position/exits.ts';
import { big, context, sketch } from '../../../tests/factories/block-sketch.ts';
import { planExits } from './plan-exits.ts';
import type { MarketContext, OrderFact, Position, Intent } from '../position/position.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const LIST = { clientListId: 'list' } as const;
const held = (quantity = '192.3') =>
  sketch({ side: 'buy' }).order('entry', ['0.52', quantity], { trades: [[quantity]] });

function protectionOf(
  position: Position,
  { intent = BOTH, ...marketContext }: Partial<MarketContext> & { intent?: Intent } = {},
): [string, string | null] {
  const { label, fault } = planExits(position, intent, context(marketContext)).protection;
  return [label, fault];
}
const list = (of: Partial<OrderFact>, block = held()) =>
  block
    .order('take-profit', ['0.546', '192.1'], { ...LIST, ...of })
    .order('stop-loss', ['0.494', '192.1'], { ...LIST, ...of });

describe('what a row says of its protection', () => {
  it('V-06 is the exchange’s once its orders are known to rest there, and not while their answer is out', () => {
    expect(protectionOf(list({}).position)).toEqual(['exchange', null]);
    expect(protectionOf(list({ state: 'sending' }).position)).toEqual(['placing', 'unconfirmed']);
    expect(protectionOf(list({ state: 'unknown' }).position)).toEqual(['placing', 'unconfirmed']);
    expect(protectionOf(held().position)).toEqual(['placing', 'placing']);
  });

  it('V-06 an entry with its targets protects once it is confirmed', () => {
    const entry = (state: OrderFact['state']) => {
      const block = sketch({ side: 'buy' }).order('entry', ['0.52', '192.3'], { state, ...LIST });
      return list({ state: state === 'open' ? 'pending' : state }, block).position;
    };
    expect(protectionOf(entry('sending'))).toEqual(['placing', 'unconfirmed']);
    expect(protectionOf(entry('unknown'))).toEqual(['placing', 'unconfirmed']);
    expect(protectionOf(entry('open'))).toEqual(['exchange', null]);
  });

  it('V-02 is this server’s where the exchange refused its list, as far as the rules of the pair let it sell', () => {
    const refused = list({ state: 'rejected', exchangeOrderId: null });
    refused.order('take-profit', ['0.546', '192.1']);
    expect(protectionOf(refused.position)).toEqual(['server', null]);
    const small = held('11.5').order('take-profit', ['0.6', '11.4']);
    const intent = { ...BOTH, takeProfits: wholeAt(big('0.6')) };
    expect(protectionOf(small.position, { intent: { ...intent, stop: fixedStop(big('0.43')) } })).toEqual([
      'unprotected',
      'too-small',
    ]);
  });

  it('V-02 says that a stop that was reached is being sold, and whether that failed', () => {
    const reached = () => {
      const block = list({ state: 'rejected', exchangeOrderId: null });
      Object.assign(block.position, { stopReachedAt: 500 });
      return block;
    };
    const market = big('0.49');
    expect(protectionOf(reached().position, { market })).toEqual(['placing', 'closing']);
    const failed = reached().order('stop-loss', ['0', '192.1'], {
      type: 'market',
      stopPrice: null,
      state: 'expired',
      exchangeOrderId: null,
    });
    expect(protectionOf(failed.position, { market })).toEqual(['unprotected', 'failing']);
    const unknown = reached().order('stop-loss', ['0', '192.1'], { type: 'market', stopPrice: null, state: 'unknown' });
    expect(protectionOf(unknown.position, { market })).toEqual(['unprotected', 'unconfirmed']);
  });

  it('V-01 a close on its way protects nothing yet, and nothing at all while its answer is lost', () => {
    const closing = (state: OrderFact['state']) =>
      list({ state: 'cancelled', cancelAsked: true }).order('close', ['0', '192.1'], { type: 'market', state })
        .position;
    const intent = { ...BOTH, ending: 'close' as const };
    expect(protectionOf(closing('sending'), { intent })).toEqual(['placing', 'closing']);
    expect(protectionOf(closing('unknown'), { intent })).toEqual(['unprotected', 'unconfirmed']);
  });

  it('V-07 V-10 is nothing of this server’s while its owner decides, the pair is halted or no price is known', () => {
    const refused = () => list({ state: 'rejected', exchangeOrderId: null }).order('take-profit', ['0.546', '192.1']);
    expect(protectionOf(refused().position, { market: null })).toEqual(['unprotected', 'no-price']);
    const halted = { ...context().pair, status: 'halted' as const };
    expect(protectionOf(refused().position, { pair: halted })).toEqual(['unprotected', 'halted']);
    expect(protectionOf(list({}).position, { pair: halted })).toEqual(['exchange', null]);
    const decided = refused().position;
    expect(protectionOf({ ...decided, interference: 'order-cancelled' })).toEqual(['unprotected', 'undecided']);
  });

  it('V-02 V-15 a stop or a take profit of this server is reached exactly at its price, by the last trade or one before', () => {
    const refused = () => list({ state: 'rejected', exchangeOrderId: null }).position;
    const plan = (marketContext: Partial<MarketContext>) => planExits(refused(), BOTH, context(marketContext));
    const traded = (low: string, high: string) => ({ low: big(low), high: big(high) });
    expect(plan({ market: big('0.494') }).stopReached).toBe(true);
    expect(plan({ market: big('0.4941') }).stopReached).toBe(false);
    expect(plan({ traded: traded('0.494', '0.52') }).stopReached).toBe(true);
    expect(plan({ traded: traded('0.4941', '0.494') }).stopReached).toBe(false);
    expect(plan({ market: big('0.546') }).reachedByServer?.order.leg).toBe('take-profit');
    expect(plan({ market: big('0.5459') }).reachedByServer).toBeNull();
    expect(plan({ traded: traded('0.52', '0.546') }).reachedByServer?.order.leg).toBe('take-profit');
  });

  it('V-06 of what waits with the entry, or has begun to fill, is the exchange’s; of the rest only what is known', () => {
    const entry = () => sketch({ side: 'buy' }).order('entry', ['0.52', '192.3']);
    expect(protectionOf(entry().position)).toEqual(['none', null]);
    const one = entry().order('take-profit', ['0.546', '192.1'], { state: 'pending' });
    expect(protectionOf(one.position)).toEqual(['none', null]);
    expect(protectionOf(list({ state: 'planned' }).position)).toEqual(['placing', 'unconfirmed']);
    expect(protectionOf(list({ state: 'pending' }).position)).toEqual(['server', null]);
    expect(protectionOf(list({ state: 'partly-filled', filledQuantity: big('40') }).position)).toEqual([
      'exchange',
      null,
    ]);
  });

  it('V-06 while an entry grows, an order for less than is held now is not the whole protection, unless it has begun to fill', () => {
    const grown = (size: string, of: Partial<OrderFact> = {}) =>
      sketch()
        .order('entry', ['0.52', '192.3'], { trades: [['100']] })
        .order('take-profit', ['0.546', size], of).position;
    const intent = { ...BOTH, stop: null };
    expect(protectionOf(grown('99.9'), { intent })).toEqual(['exchange', null]);
    expect(protectionOf(grown('99.8'), { intent })).toEqual(['server', null]);
    const begun = grown('50', { state: 'partly-filled', filledQuantity: big('10') });
    expect(protectionOf(begun, { intent })).toEqual(['exchange', null]);
  });

  it('V-06 is as good as its least safe target, whichever that is', () => {
    const stop = held().order('stop-loss', ['0.494', '192.1']);
    expect(protectionOf(stop.position)).toEqual(['placing', 'placing']);
    const single = { ...context().pair, lists: new Set<never>() };
    const profit = held().order('take-profit', ['0.546', '192.1']);
    expect(protectionOf(profit.position, { pair: single })).toEqual(['server', null]);
  });

  it('V-10 what a stop did not hold is not on its way while the pair is halted', () => {
    const rest = held().order('stop-loss', ['0.494', '100'], { trades: [['100']] }).position;
    expect(protectionOf(rest)).toEqual(['placing', 'closing']);
    for (const status of ['halted', 'cancel-only'] as const)
      expect(protectionOf(rest, { pair: { ...context().pair, status } })).toEqual(['unprotected', 'halted']);
  });

  it('V-06 what a take profit left over waits at its price, and this server watches its stop', () => {
    const taken = held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    const left = (of: Partial<OrderFact> = {}) => ({
      ...taken.position,
      orders: [...taken.position.orders, ...held().order('rest', ['0.546', '92.1'], of).position.orders.slice(1)],
    });
    expect(protectionOf(left())).toEqual(['server', null]);
    expect(protectionOf(left(), { intent: { ...BOTH, stop: null } })).toEqual(['exchange', null]);
    expect(protectionOf(left({ state: 'unknown' }))).toEqual(['placing', 'unconfirmed']);
  });

  it('V-06 M-07 what rests by the books is not known to rest before it was compared with the exchange', () => {
    const unknown = ['unknown', 'not-compared'];
    const uncompared = (position: Position) => protectionOf({ ...position, isUncompared: true });
    expect(uncompared(list({}).position)).toEqual(unknown);
    const entry = sketch({ side: 'buy' }).order('entry', ['0.52', '192.3'], LIST);
    expect(uncompared(list({ state: 'pending' }, entry).position)).toEqual(unknown);
    const taken = held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    const rest = held().order('rest', ['0.546', '92.1']).position.orders.slice(1);
    const left = { ...taken.position, orders: [...taken.position.orders, ...rest], isUncompared: true };
    expect(protectionOf(left, { intent: { ...BOTH, stop: null } })).toEqual(unknown);
    // What nothing on the exchange is called to hold stays as it is.
    expect(uncompared(held().position)).toEqual(['placing', 'placing']);
    expect(uncompared(list({ state: 'unknown' }).position)).toEqual(['placing', 'unconfirmed']);
    const refused = list({ state: 'rejected', exchangeOrderId: null });
    expect(uncompared(refused.position)).toEqual(['placing', 'placing']);
    expect(uncompared(refused.order('take-profit', ['0.546', '192.1']).position)).toEqual(unknown);
  });

  it('is none where no target is wanted', () => {
    expect(protectionOf(held().position, { intent: { ...BOTH, ...NO_EXITS } })).toEqual(['none', null]);
  });
});
