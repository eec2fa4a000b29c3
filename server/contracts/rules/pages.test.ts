import { expect, it } from 'vitest';
import { isPage, pageFile } from './page-paths.ts';

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

it.each([
  ['/', 'index.html'],
  ['/risk-disclosure', 'risk-disclosure.html'],
  ['/markets/spot/list', 'markets-spot-list.html'],
])('the file of %s is %s', (path, file) => expect(pageFile(path)).toBe(file));
