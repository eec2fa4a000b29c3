import { describe, expect, it } from 'vitest';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { exitsAt, NO_EXITS } from '../position/exits.ts';
import type { Intent, OrderFact, Position } from '../position/position.ts';
import { blockFactsOf, leftOnCopies, type WantedPosition } from './block-facts.ts';

const ASSETS = { base: 'XRP', counter: 'USDT' };
const KEPT: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const CLOSE: Intent = { ...KEPT, ending: 'close' };
const BARE: Intent = { ...NO_EXITS, ending: 'none' };
const LIST = { clientListId: 'list' } as const;

type Block = ReturnType<typeof sketch>;
const entering = (of: Partial<OrderFact> = {}): Block => sketch().order('entry', ['0.52', '192.3'], of);
/** 192.1077 XRP are held. */
const held = (): Block => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const listed = (block: Block, of: Partial<OrderFact> = {}): Block =>
  block
    .order('take-profit', ['0.546', '192.1'], { ...LIST, ...of })
    .order('stop-loss', ['0.494', '192.1'], { ...LIST, ...of });
const part = ({ position }: Block, intent = KEPT, of: Partial<Position> = {}): WantedPosition => ({
  position: { ...position, ...of },
  intent,
  end: null,
  isEnded: false,
});
/** As 'held 192.1077'. */
const left = (...copies: WantedPosition[]): string[] =>
  leftOnCopies(copies, ASSETS).map((one) => ('net' in one ? `${one.is} ${one.net.toFixed()}` : one.is));

describe('EX-14, C-9: what copy keys have of a block at the end of its deal', () => {
  it('an entry that may still fill is named until its end was asked for; from then on it is at work until that is known', () => {
    for (const state of ['planned', 'sending', 'unknown', 'open', 'partly-filled'] as const) {
      expect(left(part(entering({ state })))).toEqual(['resting']);
      expect(left(part(entering({ state }), { ...KEPT, ending: 'remove' }))).toEqual(['at-work']);
      expect(left(part(entering({ state }), CLOSE))).toEqual(['at-work']);
    }
  });

  it('coins that are being sold are there until they are sold, and held again where the exchange refused their sale', () => {
    expect(left(part(listed(held())))).toEqual(['held 192.1077']);
    expect(left(part(listed(held()), CLOSE))).toEqual(['closing 192.1077']);
    const selling = held().order('close', ['0', '192.1'], { type: 'market', state: 'unknown' });
    expect(left(part(selling, CLOSE))).toEqual(['at-work']);
    expect(left(part(selling, KEPT))).toEqual(['at-work']);
  });

  it('an entry that has filled, and whose trades are not read yet, is at work: what it holds is not known', () => {
    const filled = { state: 'filled', filledQuantity: big('192.3') } as const;
    expect(left(part(entering(filled)))).toEqual(['at-work']);
    expect(left(part(entering({ ...filled, state: 'cancelled', cancelAsked: true })))).toEqual(['at-work']);
  });

  it('exits that are to come down are at work until it is known that they have', () => {
    for (const state of ['open', 'unknown'] as const) {
      expect(left(part(listed(held(), { state }), BARE))).toEqual(['at-work']);
      const main = blockFactsOf(part(listed(held(), { state }), BARE), ASSETS);
      expect([main.isAtWork, main.isClosing]).toEqual([true, false]);
    }
    expect(left(part(held(), BARE))).toEqual(['held 192.1077']);
    expect(blockFactsOf(part(listed(held())), ASSETS).isAtWork).toBe(false);
  });

  it('parts of other blocks that are still to come are waited for', () => {
    expect(left(part(sketch(), KEPT, { awaited: 1 }))).toEqual(['at-work']);
    expect(left(part(listed(held()), KEPT, { handsOver: 'join' }))).toEqual(['at-work']);
  });

  it('each copy is named: little on one of them hides nothing of another', () => {
    const little = sketch({ quantity: '5' }).order('entry', ['0.52', '5'], { trades: [['5']] });
    expect(left(part(little), part(listed(held())))).toEqual(['held 4.995', 'held 192.1077']);
  });

  it('M-14: a key that is disabled is asked once, and holds up nothing', () => {
    const disabled = (block: Block, intent = KEPT) => left({ ...part(block, intent), isDisabled: true });
    expect(disabled(listed(held()))).toEqual(['held 192.1077']);
    expect(disabled(listed(held()), CLOSE)).toEqual([]);
    expect(disabled(entering())).toEqual(['resting']);
    expect(disabled(entering(), CLOSE)).toEqual([]);
    const refused = { type: 'market', state: 'rejected' } as const;
    expect(disabled(held().order('close', ['0', '192.1'], refused))).toEqual([]);
    expect(left(part(held().order('close', ['0', '192.1'], refused)))).toEqual(['held 192.1077']);
    // Nothing was asked of it yet, and what it waits for may never be known.
    const filled = entering({ state: 'filled', filledQuantity: big('192.3') });
    expect(disabled(filled)).toEqual(['held 192.3']);
    expect(disabled(filled, BARE)).toEqual(['held 192.3']);
    expect(disabled(filled, CLOSE)).toEqual([]);
    // An entry of an averaging bot has no exits.
    expect(disabled(entering(), BARE)).toEqual(['resting']);
    expect(disabled(entering(), { ...BARE, ending: 'remove' })).toEqual([]);
  });

  it('nothing is left of what has ended, was released, or waits for a decision of its owner', () => {
    expect(left({ ...part(held()), isEnded: true, end: 'closed' })).toEqual([]);
    expect(left(part(held(), KEPT, { released: true }))).toEqual([]);
    expect(left(part(held(), KEPT, { interference: 'order-cancelled' }))).toEqual([]);
    expect(left(part(entering({ state: 'cancelled', cancelAsked: true })))).toEqual([]);
  });

  it('C-11: coins whose sale was refused may be asked for again after a pause that grows, also where it was asked for anew', () => {
    const refused = (updatedAt: number) => ({ type: 'market', state: 'rejected', updatedAt }) as const;
    const once = held().order('close', ['0', '192.1'], refused(5000));
    const askAt = (block: Block, of: Partial<Position> = {}) => leftOnCopies([part(block, KEPT, of)], ASSETS);
    expect(askAt(once)).toMatchObject([{ is: 'held', askAt: 6000 }]);
    const twice = once.order('close', ['0', '192.1'], refused(8000));
    expect(askAt(twice, { retriedAt: 7000 })).toMatchObject([{ is: 'held', askAt: 10_000 }]);
    expect(blockFactsOf(part(twice), ASSETS).closeAt).toBe(10_000);
    expect(askAt(held())).toMatchObject([{ askAt: 0 }]);
  });
});
