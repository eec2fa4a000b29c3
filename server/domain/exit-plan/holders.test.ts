import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { type HeldSlice, awaySentence, holdersLabel, stopLabel } from './holders.ts';

const slice = (quantity: string, stop: HeldSlice['stop'], more: Partial<HeldSlice> = {}): HeldSlice => ({
  quantity: big(quantity),
  stop,
  isMoved: false,
  target: 'exchange',
  ...more,
});

describe('EX-13 the label', () => {
  it('names who holds the stops', () => {
    expect(stopLabel([slice('96', 'exchange'), slice('96.1', 'exchange')], 1)).toBe('exchange');
    expect(stopLabel([slice('96', 'exchange'), slice('96.1', 'exchange', { isMoved: true })], 1)).toBe(
      'exchange, moved by us',
    );
    expect(stopLabel([slice('96', 'exchange'), slice('96.1', 'server')], 1)).toBe('exchange 96.0, this server 96.1');
    expect(stopLabel([slice('96', 'server', { isMoved: true })], 1)).toBe('this server');
    expect(stopLabel([slice('96', 'none')], 1)).toBe('none');
    expect(stopLabel([slice('50', 'exchange'), slice('46', 'none')], 1)).toBe('exchange 50.0, none 46.0');
    expect(stopLabel([], 1)).toBe('none');
  });

  it('names the targets that this server watches', () => {
    const of = (...who: HeldSlice['target'][]) =>
      holdersLabel(
        who.map((target) => slice('10', 'exchange', { target })),
        1,
      );
    expect(of('exchange', 'exchange')).toBe('exchange');
    expect(of('exchange', 'server')).toBe('stop: exchange; target 2: this server');
    expect(of('exchange', 'server', 'server')).toBe('stop: exchange; targets 2 and 3: this server');
    expect(of('server', 'server', 'server')).toBe('stop: exchange; targets 1 to 3: this server');
    expect(of('server', 'exchange', 'server', 'server')).toBe('stop: exchange; targets 1, 3 and 4: this server');
  });

  it('EX-11 says that the emergency stop holds, and that closes wait', () => {
    expect(holdersLabel([slice('96', 'exchange')], 1, true)).toBe('this server; emergency stop: exchange');
    const closing = { price: big('0.5'), interval: '15m' } as const;
    expect(awaySentence([slice('96', 'exchange')], big('0.4840'), { decimals: 4, closing, side: 'buy' })).toBe(
      'If this server is away, the emergency stop at 0.4840 still holds; closes are decided on when it is back.',
    );
  });

  it('issue 21: the stop that still holds has its thousands apart and the decimals of the pair', () => {
    const terms = { decimals: 2, closing: null, side: 'buy' } as const;
    expect(awaySentence([slice('1', 'exchange')], big('52952.9'), terms)).toBe(
      'If this server is away, the stop at 52,952.90 still holds.',
    );
  });

  it('says what happens while this server is away', () => {
    const said = (...slices: HeldSlice[]) =>
      awaySentence(slices, big('0.4940'), { decimals: 4, closing: null, side: 'buy' });
    expect(said(slice('96', 'exchange'))).toBe('If this server is away, the stop at 0.4940 still holds.');
    expect(said(slice('96', 'exchange', { isMoved: true }))).toBe(
      'If this server is away, the stop at 0.4940 still holds; it is not moved up.',
    );
    expect(said(slice('96', 'exchange'), slice('96', 'server'))).toBe(
      'If this server is away, the stop at 0.4940 still holds for the part whose stop is on the exchange.',
    );
    const followed = slice('96', 'exchange', { isFollowed: true });
    expect(said(followed)).toBe('If this server is away, the stop still follows the price: the exchange moves it.');
    expect(said(followed, slice('96', 'server'))).toBe(
      'If this server is away, the stop still follows the price for the part whose stop is on the exchange: the exchange moves it.',
    );
    expect(said(followed, slice('96', 'exchange', { isMoved: true }))).toBe(
      'If this server is away, the stop at 0.4940 still holds; it is not moved up.',
    );
    const watched = { target: 'server' } as const;
    expect(said(slice('96', 'server', watched), slice('9', 'none', { target: 'none' }))).toBe(
      'If this server is away, nothing is sold.',
    );
  });

  it('EX-13 says that take profits on the exchange still hold where no stop does', () => {
    const said = (...slices: HeldSlice[]) =>
      awaySentence(slices, big('0.4940'), { decimals: 4, closing: null, side: 'buy' });
    expect(said(slice('96', 'server'), slice('9', 'none', { target: 'server' }))).toBe(
      'If this server is away, the take profits on the exchange still hold. There is no stop.',
    );
  });

  it('EX-13 says of a plan without a stop what its take profits do', () => {
    const said = (...who: HeldSlice['target'][]) =>
      awaySentence(
        who.map((target) => slice('10', 'none', { target })),
        null,
        { decimals: 4, closing: null, side: 'buy' },
      );
    expect(said('exchange', 'server')).toBe(
      'If this server is away, the take profits on the exchange still hold. There is no stop.',
    );
    expect(said('server')).toBe('If this server is away, nothing is sold.');
  });

  it('EX-13 says what is true of a block that sold first: it buys back, and its stop moves down', () => {
    const said = (...slices: HeldSlice[]) =>
      awaySentence(slices, big('0.5500'), { decimals: 4, closing: null, side: 'sell' });
    expect(said(slice('96', 'server', { target: 'server' }))).toBe('If this server is away, nothing is bought back.');
    expect(said(slice('96', 'exchange', { isMoved: true }))).toBe(
      'If this server is away, the stop at 0.5500 still holds; it is not moved down.',
    );
  });
});
