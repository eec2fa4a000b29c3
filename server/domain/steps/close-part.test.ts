import { describe, expect, it } from 'vitest';
import { big, context, sketch, XRP, type Sketch } from '../../../tests/factories/block-sketch.ts';
import { planExits } from '../exits/plan-exits.ts';
import { nextStep } from '../next-step.ts';
import { exitsAt, NO_EXITS } from '../position/exits.ts';
import type { Intent, MarketContext, OrderFact, Position } from '../position/position.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const NONE: Intent = { ...NO_EXITS, ending: 'none' };
const LIST = { clientListId: 'list' } as const;
const AT_MARKET = { type: 'market', stopPrice: null } as const;
const PLANNED = { ...AT_MARKET, state: 'planned' } as const;
const HALTED = { pair: { ...XRP, status: 'halted' as const } };

type Block = ReturnType<typeof sketch>;

/** 192.1 XRP are held. */
const held = (of: Partial<Position> = {}, terms: Sketch = {}): Block => {
  const block = sketch(terms).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  Object.assign(block.position, of);
  return block;
};
const parts = (block: Block, ...quantities: string[]): Block => {
  for (const quantity of quantities) block.order('close', ['0', quantity], PLANNED);
  return block;
};
const listed = (block: Block, quantity: string, of: Partial<OrderFact> & { trades?: string[][] } = {}): Block => {
  const { trades, ...both } = of;
  return block
    .order('take-profit', ['0.546', quantity], { ...LIST, ...both, ...(trades && { trades }) })
    .order('stop-loss', ['0.494', quantity], { ...LIST, ...both });
};
const next = ({ position }: Block, intent = BOTH, marketContext: Partial<MarketContext> = {}) =>
  nextStep(position, intent, context(marketContext));
/** As 'cancel take-profit 192.1, stop-loss 192.1'. */
const step = (...of: Parameters<typeof next>): string => {
  const what = next(...of);
  if (!what || !('orders' in what)) return what?.do ?? 'nothing';
  return `${what.do} ${what.orders.map(({ leg, quantity }) => `${leg} ${quantity.toFixed()}`).join(', ')}`;
};
const reason = (...of: Parameters<typeof next>) => {
  const what = next(...of);
  return what && 'because' in what ? what.because : null;
};

describe('a part that its owner closes', () => {
  it('is sold only once what protects the rest is in place, for the rest', () => {
    const block = listed(parts(held(), '96'), '192.1');
    expect(step(block)).toBe('cancel take-profit 192.1, stop-loss 192.1');
    const gone = { state: 'cancelled', cancelAsked: true } as const;
    const bare = listed(parts(held(), '96'), '192.1', gone);
    expect(step(bare)).toBe('place take-profit 96.1, stop-loss 96.1');
    expect(step(listed(parts(held(), '96'), '96.1'))).toBe('send-planned close 96');
    expect(step(parts(held(), '96'), NONE)).toBe('send-planned close 96');
  });

  it('at work already leaves what protects the rest where it is', () => {
    const block = listed(held(), '96.1').order('close', ['0', '96'], { ...AT_MARKET, state: 'open' });
    expect(step(block)).toBe('nothing');
    expect(step(block, BOTH, HALTED)).toBe('nothing');
  });

  it('waits until the targets that came with the entry are taken down: they are for all that it brought in', () => {
    const block = sketch().order('entry', ['0.52', '192.3'], { ...LIST, trades: [['192.3']] });
    expect(step(listed(block, '192.1'))).toBe('nothing');
    parts(block, '96');
    expect([step(block), reason(block)]).toEqual(['cancel take-profit 192.1, stop-loss 192.1', 'closing']);
  });

  it('waits until a target that has begun to fill is taken down: it may take the same coins', () => {
    const block = listed(parts(held(), '96'), '86.1', { trades: [['10']] });
    expect([step(block), reason(block)]).toEqual(['cancel take-profit 86.1, stop-loss 86.1', 'closing']);
  });

  it('is what this server sells at market: what its owner sells on the exchange, or at a price, cuts no target', () => {
    const byHand = { ...AT_MARKET, state: 'open', isExternal: true } as const;
    expect(step(listed(held(), '192.1').order('close', ['0', '96'], byHand))).toBe('nothing');
    expect(step(listed(held(), '192.1').order('close', ['0.6', '96']))).toBe('nothing');
  });

  it('of a block that sold first is bought back, and the rest is bought back by its targets', () => {
    const sold = parts(held({}, { side: 'sell' }), '96');
    const intent: Intent = { ...exitsAt(big('0.494'), big('0.546')), ending: 'none' };
    const whole = planExits(held({}, { side: 'sell' }).position, intent, context());
    expect(whole.orders.map(({ quantity }) => quantity.toFixed())).toEqual(['192.5', '192.5']);
    // 96 bring in 95.904 after the fee; 96.396 are left to be bought, with theirs.
    expect(step(sold, intent)).toBe('place take-profit 96.5, stop-loss 96.5');
  });

  it('of a block that earns its base brings in a part of what its target is to bring', () => {
    const earning = () => held({}, { counterEarning: false });
    const intent: Intent = { ...exitsAt(big('0.546'), null), ending: 'none' };
    // 99.996 were paid: 183.4 bring that in at 0.546. 96 bring 49.87 at 0.52; 91.9 the rest.
    expect(step(earning(), intent)).toBe('place take-profit 183.4');
    expect(step(parts(earning(), '96'), intent)).toBe('place take-profit 91.9');
  });
});

describe('a part that cannot be sold any more', () => {
  const GONE = 'Less is left than was to be closed: this part was not sold.';

  it('is dropped where the pair does not trade', () => {
    const block = parts(held(), '96');
    expect(step(block, BOTH, HALTED)).toBe('drop close 96');
    expect(reason(block, BOTH, HALTED)).toBe('The pair does not trade any more: this part was not sold.');
  });

  it('is dropped where the stop was reached first, unless the exchange holds that', () => {
    const below = { market: big('0.49') };
    const reached = parts(held({ stopReachedAt: 500 }), '96');
    expect(step(reached, BOTH, below)).toBe('drop close 96');
    expect(reason(reached, BOTH, below)).toBe('The stop loss was reached first: all of it is sold.');
    expect(step(parts(held(), '96'), BOTH, below)).toBe('note-stop');
    // The take profit alone was reached: the part is sold first.
    expect(step(parts(held(), '96'), { ...BOTH, stop: null }, { market: big('0.55') })).toBe('place take-profit 96.1');
    expect(step(listed(reached, '96.1'), BOTH, below)).toBe('send-planned close 96');
  });

  it('is dropped where a target has sold all of it', () => {
    const block = held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    expect([step(parts(block, '10')), reason(parts(block, '10'))]).toEqual(['drop close 10', GONE]);
  });

  it('is dropped where it is more than is left, the newest first, and no other is', () => {
    expect(step(parts(held(), '100', '92.1'), NONE)).toBe('send-planned close 100');
    expect(step(parts(held(), '100', '92.2'), NONE)).toBe('drop close 92.2');
    const three = parts(held(), '150', '96', '42.1');
    expect([step(three, NONE), reason(three, NONE)]).toEqual(['drop close 96', GONE]);
  });

  it('counts what one at work has still to sell, and that one is left alone', () => {
    const working = () => held().order('close', ['0', '150'], { ...AT_MARKET, trades: [['100']] });
    expect(step(parts(working(), '42.1'), NONE)).toBe('send-planned close 42.1');
    expect(step(parts(working(), '42.2'), NONE)).toBe('drop close 42.2');
    const tooMuch = held().order('close', ['0', '200'], { ...AT_MARKET, state: 'open' });
    expect(step(tooMuch, NONE)).toBe('nothing');
    expect(step(parts(tooMuch, '10'), NONE)).toBe('drop close 10');
  });
});

it('nothing is placed for what a part leaves where all of it is to be closed', () => {
  const closing: Intent = { ...BOTH, ending: 'close' };
  const block = listed(parts(held(), '96'), '96.1');
  expect([step(block, closing), reason(block, closing)]).toEqual([
    'cancel take-profit 96.1, stop-loss 96.1',
    'closing',
  ]);
  expect(step(parts(held(), '96'), closing)).toBe('send-planned close 96');
});
