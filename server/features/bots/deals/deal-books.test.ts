import { describe, expect, it } from 'vitest';
import { big, sketch } from '../../../../tests/factories/block-sketch.ts';
import type { DealBlockRow, StoredBlock } from './deals.store.ts';
import { decidedBlock } from './deal-books.ts';

const ASSETS = { base: 'XRP', counter: 'USDT' };
const ROW: DealBlockRow = {
  userId: 'user',
  blockId: 'block',
  runId: 'run',
  deal: 1,
  leg: 'base',
  number: 0,
  attempt: 1,
  price: big('0.52'),
  quantity: big('192.3'),
  trigger: null,
  range: null,
  takenDown: false,
  fault: null,
  createdAt: 0,
};

/** A block of which the main key has bought `main`, and a copy key all. */
function stored(main: string, ending: 'none' | 'close' = 'none'): StoredBlock {
  const exits = { takeProfit: '0.546', stopLoss: '0.494' };
  const canceled = { state: 'cancelled', cancelAsked: true } as const;
  const trades = main === '0' ? [] : [[main]];
  const { view } = sketch(exits).order('entry', ['0.52', '192.3'], { ...canceled, trades });
  const { position } = sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  const row = { ...position.row, ending: 'none' as const, ignoresTargets: false };
  const positions = [...view.positions, { ...position, id: 'copy', row }];
  return { row: ROW, view: { ...view, positions, intent: { ...view.intent, ending } } };
}

describe('C-9, PB-1: what a deal goes by has what copy keys hold', () => {
  it('also while the main key is open, with too little for an order or nothing', () => {
    const held = [{ is: 'held', net: big('192.1077'), askAt: 0 }];
    expect(decidedBlock(stored('5'), ASSETS)).toMatchObject({ isOpen: true, left: held });
    expect(decidedBlock(stored('0'), ASSETS)).toMatchObject({ isOpen: true, left: held });
    expect(decidedBlock(stored('5', 'close'), ASSETS).left).toMatchObject([{ is: 'closing' }]);
  });
  it('and nothing of a block that is not there yet', () => {
    expect(decidedBlock({ row: ROW, view: null }, ASSETS)).toMatchObject({ entry: 'unwritten', left: [] });
  });
});
