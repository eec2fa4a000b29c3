import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { presentPair } from '../../markets/index.ts';
import type { BlockView } from '../store/block-view.store.ts';
import { encodedRows } from './encoded-rows.ts';
import type { RowDeps } from './present-block.ts';

const AT = 100_000;
const held = (stopLoss = '0.494') =>
  sketch({ stopLoss, takeProfit: '0.546' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const NOT_TAKEN = { state: 'expired', exchangeOrderId: null, placedAt: AT } as const;

/** Blocks whose rows depend on every circumstance that there is. */
const BLOCKS: Record<string, () => BlockView> = {
  waiting: () => sketch({ takeProfit: '0.546' }).order('entry', ['0.52', '192.3']).view,
  held: () => held().view,
  'not taken by the exchange': () => held().order('stop-loss', ['0.494', '192.1'], NOT_TAKEN).view,
  growing: () =>
    sketch({ stopLoss: '0.494' })
      .order('entry', ['0.52', '192.3'], { trades: [['100']] })
      .order('stop-loss', ['0.494', '50'], { placedAt: AT }).view,
  'with a fee in another asset': () =>
    sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3', '0.52', '0.1', 'BNB']] }).view,
};

function circumstances() {
  const now = { time: AT, price: '0.52', bnb: '500', fee: '0.001', halted: null as number | null, delayed: false };
  const pair = { ...XRP };
  const market = (symbol: string) => (symbol === 'XRPUSDT' ? now.price : symbol === 'BNBUSDT' ? now.bnb : null);
  const deps = {
    clock: () => now.time,
    marketContext: { feeOf: () => big(now.fee) },
    markets: {
      findPastPair: () => pair,
      present: () => presentPair('binance', pair, { haltedSince: now.halted, usdtOf: () => big(now.price) }),
      lastPrice: (_: string, symbol: string) => {
        const price = market(symbol);
        return price === null ? null : { price: big(price), time: 1, delayedSince: now.delayed ? 1 : null };
      },
    },
  } as unknown as RowDeps;
  return { now, deps };
}

const step = fc.oneof(
  fc.record({ price: fc.constantFrom('0.4', '0.494', '0.52', '0.6') }),
  fc.record({ bnb: fc.constantFrom('400', '500') }),
  fc.record({ fee: fc.constantFrom('0', '0.001') }),
  fc.record({ halted: fc.constantFrom(null, 5) }),
  fc.record({ delayed: fc.boolean() }),
  fc.record({ time: fc.constantFrom(AT, AT + 4_999, AT + 5_000, AT + 14_999, AT + 15_000) }),
);

describe('rows as text', () => {
  it.each(Object.entries(BLOCKS))('are what would be computed anew, whatever has changed: %s', (_, make) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { now, deps } = circumstances();
        const [view, kept] = [make(), encodedRows()];
        for (const change of [{}, ...steps]) {
          const { time } = now;
          Object.assign(now, change);
          now.time = Math.max(now.time, time);
          expect(kept(deps)(view)).toBe(encodedRows()(deps)(view));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are not computed anew while nothing has changed', () => {
    const { now, deps } = circumstances();
    const [view, kept] = [held().view, encodedRows()];
    const text = kept(deps)(view);
    // Shows whether it is told anew: a block that was read is not changed.
    view.userName = 'Eve';
    expect(kept(deps)(view)).toBe(text);
    now.price = '0.53';
    expect(kept(deps)(view)).toContain('Eve');
  });

  it('of some parts of a block are those parts alone', () => {
    const { deps } = circumstances();
    const { view, position } = held();
    view.positions.push({ ...position, id: 'copy', keyName: 'Copy' });
    const kept = encodedRows();
    const names = (text: string) => (JSON.parse(text) as { connectorName: string }[]).map((row) => row.connectorName);
    expect(names(kept(deps)(view))).toEqual(['Paper', 'Copy']);
    expect(names(kept(deps, ({ positions }) => positions.slice(1))(view))).toEqual(['Copy']);
    expect(names(kept(deps)(view))).toEqual(['Paper', 'Copy']);
  });
});
