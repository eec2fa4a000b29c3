import { describe, expect, it } from 'vitest';
import { type Candidate, joinFault } from './joinable.ts';

const block = (more: Partial<Candidate> = {}): Candidate => ({
  symbol: 'XRPUSDT',
  section: 'buy',
  counterEarning: true,
  mainKeyId: 'one',
  isEntered: true,
  hasFilledTarget: false,
  isReleased: false,
  isUndecided: false,
  isOfBot: false,
  isOutside: false,
  isClosing: false,
  hasClosedPart: false,
  isGoingOver: false,
  isComplete: true,
  ...more,
});

describe('AV-1 blocks can be joined', () => {
  it('that are alike', () => expect(joinFault([block(), block()])).toBeNull());

  it.each([
    [{ symbol: 'BNBUSDT' }, 'It is of another pair.'],
    [{ section: 'sell' }, 'It is of the other section.'],
    [{ counterEarning: false }, 'It earns in the other currency.'],
    [{ mainKeyId: 'two' }, 'It was placed with another key.'],
    [{ isEntered: false }, 'Its entry is not filled yet.'],
    [{ hasFilledTarget: true }, 'One of its targets is filled.'],
    [{ isReleased: true }, 'It was released: Tandem no longer follows it.'],
    [{ isUndecided: true }, 'It was changed on the exchange: decide that first.'],
    [{ isOfBot: true }, 'It belongs to a bot.'],
    [{ isOutside: true }, 'It follows a deal that was made on the exchange.'],
    [{ isClosing: true }, 'It is being closed.'],
    [{ hasClosedPart: true }, 'A part of it was closed already.'],
    [{ isGoingOver: true }, 'It is being joined or split already.'],
    [{ isComplete: false }, 'What it holds is not known yet.'],
  ])('but not with one of %j', (more, reason) => {
    expect(joinFault([block(), block(more)])).toBe(reason);
    if (!('symbol' in more) && !('section' in more) && !('counterEarning' in more) && !('mainKeyId' in more))
      expect(joinFault([block(more), block()])).toBe(reason);
  });

  it('AV-3 two to twenty of them', () => {
    const many = (count: number) => joinFault(Array.from({ length: count }, () => block()));
    expect([many(0), many(1), many(2), many(20), many(21)]).toEqual([
      'Choose at least 2 blocks.',
      'Choose at least 2 blocks.',
      null,
      null,
      'Choose at most 20 blocks.',
    ]);
  });
});
