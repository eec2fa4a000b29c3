import { describe, expect, it } from 'vitest';
import { big, sketch } from '../../tests/factories/block-sketch.ts';
import {
  BOTH,
  HALTED,
  NONE,
  growing,
  held,
  listed,
  step,
  REACHED,
  BELOW,
} from '../../tests/factories/next-step-sketch.ts';
import { wholeAt } from './position/exits.ts';

describe('V-10 while the pair is halted', () => {
  it('V-10 no target is placed, and none is taken down to be placed anew or to close', () => {
    expect(step(held().position, BOTH, HALTED)).toBe('nothing');
    expect(step(listed().position, { ...BOTH, takeProfits: wholeAt(big('0.55')) }, HALTED)).toBe('nothing');
    const resting = held().order('rest', ['0.546', '192.1']);
    expect(step(resting.position, { ...NONE, ending: 'close' }, HALTED)).toBe('nothing');
  });

  it('V-10 no entry is sent; one that grows beside a target stays until the stop can be sold', () => {
    expect(step(sketch().position, BOTH, HALTED)).toBe('nothing');
    const stopped = growing('50', REACHED).order('take-profit', ['0.546', '49.9']);
    expect(step(stopped.position, BOTH, { ...HALTED, ...BELOW })).toBe('nothing');
    expect(step(stopped.position, BOTH, BELOW)).toBe('cancel entry take-profit');
  });

  it('V-10 targets that are taken off, and an entry, are canceled all the same', () => {
    expect(step(listed().position, NONE, HALTED)).toBe('cancel take-profit stop-loss');
    expect(step(growing('50').position, { ...BOTH, ending: 'remove' }, HALTED)).toBe('cancel entry');
  });
});
