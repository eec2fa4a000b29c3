const SIGNING = new Set(['/signin', '/signup']);

/** Where to go after signing in: a path of this site that was remembered, else the landing page. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  if (typeof from !== 'string' || !from.startsWith('/')) return '/';
  // A browser reads '//host' and '/\host' as another site.
  const base = 'https://same.invalid';
  if (!URL.canParse(from, base)) return '/';
  const url = new URL(from, base);
  // '/.//host' comes out of the parser as '//host'.
  const isOurs = url.origin === base && !url.pathname.startsWith('//');
  return isOurs && !SIGNING.has(url.pathname) ? url.pathname + url.search + url.hash : '/';
}
