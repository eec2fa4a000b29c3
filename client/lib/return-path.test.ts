import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it.each(['/alerts', '/markets/spot/list?market=binance&symbolName=xrp_usdt&section=buy', '/faq#how'])(
    'goes back to %s',
    (from) => {
      expect(returnPath({ from })).toBe(from);
    },
  );

  it.each([
    '//evil.example/a',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'alerts',
    '',
    '/signin',
    '/signup?x=1',
    7,
    undefined,
  ])('goes to the landing page instead of %j', (from) => {
    expect(returnPath({ from })).toBe('/');
  });

  it.each([null, undefined, 'x', {}])('goes to the landing page when nothing is remembered (%j)', (state) => {
    expect(returnPath(state)).toBe('/');
  });
});
