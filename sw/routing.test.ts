import { describe, expect, it } from 'vitest';
import { NOT_PAGES } from './routing.ts';

const isPage = (pathAndQuery: string) => !NOT_PAGES.some((pattern) => pattern.test(pathAndQuery));

describe('the shell answers navigations', () => {
  it.each(['/', '/signin', '/api', '/api?tab=1', '/alerts?id=1', '/markets/spot/list', '/reset?email=a@b.example'])(
    'to the page %s',
    (path) => expect(isPage(path)).toBe(true),
  );
  it.each([
    '/api/user',
    '/api/',
    '/logout',
    '/logout?x=1',
    '/j_spring_security_check',
    '/websocket-url',
    '/healthz',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/.well-known/security.txt',
    '/assets/a-1b2c.js?v=1',
    '/manifest.webmanifest',
  ])('but not to %s', (path) => expect(isPage(path)).toBe(false));
});
