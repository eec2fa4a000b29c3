import { QueryClient } from '@tanstack/react-query';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { bufferEvent, lastSequence, withBufferedEvents } from './event-buffer.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';

const filter: RowsFilter = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true, section: 'buy', page: 0 };

function block(blockId: string, change: Partial<OrderBlock> & { filled?: string } = {}): OrderBlock {
  const { filled = '0', ...fields } = change;
  return {
    blockId,
    keyUid: 'main',
    section: 'buy',
    open: true,
    counterEarning: true,
    status: 'placed',
    symbol: { market: 'binance', name: 'xrp_usdt' },
    firstFilledQuantity: new Big(filled),
    ...fields,
  } as OrderBlock;
}
const rows = (...blocks: OrderBlock[]): Rows => ({ blocks: blocks.map((one) => [one]), lastPage: 0 });
const shown = (next: Rows | null) => next?.blocks.map(([one]) => `${one?.blockId} ${one?.status}`);

describe('a live block', () => {
  const open = rows(block('b'), block('a'));

  it('replaces its row in place', () => {
    expect(shown(withBlock(open, block('a', { status: 'filled', filled: '5' }), filter))).toEqual([
      'b placed',
      'a filled',
    ]);
  });

  it('never goes back: an older message changes nothing', () => {
    const filled = rows(block('a', { status: 'filled', filled: '5' }));
    expect(withBlock(filled, block('a', { status: 'partly-filled', filled: '3' }), filter)).toBe(filled);
    expect(withBlock(filled, block('a', { status: 'placed' }), filter)).toBe(filled);
  });

  it('leaves the open rows when it is removed', () => {
    expect(shown(withBlock(open, block('a', { open: false, status: 'removed' }), filter))).toEqual(['b placed']);
  });

  it('has the targets of the last message', () => {
    const filled = rows(block('a', { status: 'filled', filled: '5' }));
    const placed = withBlock(filled, block('a', { status: 'targets-placed', filled: '5' }), filter);
    expect(shown(placed)).toEqual(['a targets-placed']);
    expect(shown(withBlock(placed!, block('a', { status: 'filled', filled: '5' }), filter))).toEqual(['a filled']);
    expect(withBlock(placed!, block('a', { status: 'placed' }), filter)).toBe(placed);
  });

  it('of a copy updates the copy and leaves the main row alone', () => {
    const copy = (change: Parameters<typeof block>[1]) => block('a', { keyUid: 'copy', inGroup: true, ...change });
    const both: Rows = {
      blocks: [[block('a', { status: 'filled', filled: '5' }), copy({ status: 'skipped' })]],
      lastPage: 0,
    };
    const retried = withBlock(both, copy({ status: 'pending' }), filter);
    expect(retried?.blocks[0]?.map(({ keyUid, status }) => [keyUid, status])).toEqual([
      ['main', 'filled'],
      ['copy', 'pending'],
    ]);
    expect(withBlock(open, copy({ status: 'skipped' }), filter)).toBeNull();
  });

  it('that was refused after its answer was lost shows the refusal', () => {
    const lost = rows(block('a', { status: 'unconfirmed' }));
    expect(shown(withBlock(lost, block('a', { status: 'rejected' }), filter))).toEqual(['a rejected']);
  });

  it('that is new has to be read: only the server knows its page', () => {
    expect(withBlock(open, block('c'), filter)).toBeNull();
  });

  it('that stands on a later page is not read, where the newest come first', () => {
    const shownRows = {
      ...rows(block('c', { firstPlacedTime: 30 }), block('b', { firstPlacedTime: 20 })),
      lastPage: 1,
    };
    const older = block('a', { firstPlacedTime: 10 });
    expect(withBlock(shownRows, older, filter)).toBe(shownRows);
    expect(withBlock(shownRows, older, { ...filter, sort: 'profit' })).toBeNull();
    expect(withBlock(shownRows, older, { ...filter, page: 1 })).toBeNull();
    expect(withBlock(shownRows, block('d', { firstPlacedTime: 40 }), filter)).toBeNull();
  });

  it('of another pair, side or earned currency changes nothing', () => {
    for (const other of [
      block('c', { section: 'sell' }),
      block('c', { counterEarning: false }),
      block('c', { symbol: { market: 'binance', name: 'btc_usdt' } as OrderBlock['symbol'] }),
      block('c', { open: false }),
    ])
      expect(withBlock(open, other, filter)).toBe(open);
  });

  it('that closed invalidates the history once', () => {
    const history = { ...filter, section: 'history' as const };
    const closed = block('a', { open: false, status: 'closed', filled: '5' });
    expect(withBlock(rows(), closed, history)).toBeNull();
    expect(withBlock(rows(closed), closed, history)?.blocks).toHaveLength(1);
    expect(withBlock(rows(), block('a'), history)?.blocks).toHaveLength(0);
  });
});

describe('an answer that arrives after newer messages', () => {
  it('is updated by events received since the request only', () => {
    const client = new QueryClient();
    bufferEvent(client, block('b', { open: false, status: 'removed' }));
    const of = { filter, since: lastSequence(client) };
    bufferEvent(client, block('a', { open: false, status: 'rejected' }));
    bufferEvent(client, block('c', { status: 'filled', filled: '5' }));
    const answer = rows(block('c'), block('b'), block('a', { status: 'rejected' }));
    const merged = withBufferedEvents(client, answer, of);
    expect(shown(merged.rows)).toEqual(['c filled', 'b placed']);
    expect(merged.isComplete).toBe(true);
    expect(withBufferedEvents(new QueryClient(), answer, of)).toEqual({ rows: answer, isComplete: true });
  });

  it('is incomplete after an event of an unknown or missing block', () => {
    const client = new QueryClient();
    const isComplete = (since: number) => withBufferedEvents(client, rows(block('a')), { filter, since }).isComplete;
    bufferEvent(client, block('b'));
    bufferEvent(client, null);
    expect([0, 1, 2].map(isComplete)).toEqual([false, false, true]);
    bufferEvent(client, block('a', { status: 'filled', filled: '5' }));
    expect(isComplete(2)).toBe(true);
  });
});
