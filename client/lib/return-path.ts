const SIGNING = new Set(['/signin', '/signup']);

/** Same-site path to return to after signing in; '/' if none was remembered. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !from.startsWith('/')) return '/';
  // Browsers treat '//host' and '/\host' as another site.
  const base = 'https://same.invalid';
  if (!URL.canParse(from, base)) return '/';
  const url = new URL(from, base);
  // '/.//host' is parsed to '//host'.
  const isOurs = url.origin === base && !url.pathname.startsWith('//');
  return isOurs && !SIGNING.has(url.pathname) ? url.pathname + url.search + url.hash : '/';
}
