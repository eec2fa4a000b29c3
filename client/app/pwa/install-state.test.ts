import { describe, expect, it } from 'vitest';
import { isIos } from '../../lib/is-ios.ts';
import { installState } from './install-state.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36';

describe('install state', () => {
  it.each([
    [{ installed: true, hasPrompt: true, ios: true }, 'installed'],
    [{ installed: false, hasPrompt: true, ios: false }, 'can-install'],
    [{ installed: false, hasPrompt: false, ios: true }, 'ios-guide'],
    [{ installed: false, hasPrompt: false, ios: false }, 'unavailable'],
  ])('%j is %s', (facts, state) => expect(installState(facts)).toBe(state));

  it.each([
    ['an iPhone', { userAgent: iphone, maxTouchPoints: 5 }, true],
    ['an iPad that calls itself a Mac', { userAgent: mac, maxTouchPoints: 5 }, true],
    ['a Mac', { userAgent: mac, maxTouchPoints: 0 }, false],
    ['an Android phone', { userAgent: android, maxTouchPoints: 5 }, false],
  ])('knows %s', (_, device, ios) => expect(isIos(device)).toBe(ios));
});
