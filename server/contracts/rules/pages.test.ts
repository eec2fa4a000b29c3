import { expect, it } from 'vitest';
import { isPage } from './pages.ts';

it.each([
  '/',
  '/faq',
  '/FAQ/',
  '/api',
  '/restore_password/a1_-b',
  '/markets/spot/list',
  '/markets/spot/list/',
  '/markets/futures/list',
])('%s is a page', (path) => expect(isPage(path)).toBe(true));

it.each(['/faq/more', '/restore_password', '/restore_password/a/b', '/markets', '/markets/list', '/no-such-page'])(
  '%s is none',
  (path) => expect(isPage(path)).toBe(false),
);
