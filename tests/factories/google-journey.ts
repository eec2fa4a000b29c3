import type { Visitor } from './visitor.ts';

/** Follows the provider's own redirects with its own cookies, until it sends the browser back: where to. */
export async function atGoogle(address: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(address);
  const { origin } = next;
  while (next.origin === origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${next.href}: ${answer.status} ${await answer.text()}`);
    next = new URL(location, next);
  }
  return next;
}

/** Where the site's answer sends a browser. */
export const goesTo = ({ headers }: { headers: Headers }): URL => new URL(headers.get('location') ?? 'about:blank');

const FROM_OUTSIDE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

/** To Google and back, from an address that the site gave; the answer to the way back. */
export async function viaGoogle(who: Visitor, address: string) {
  const back = await atGoogle(address);
  const path = back.pathname + back.search;
  return { path, ...(await who.send('GET', path, { headers: FROM_OUTSIDE })) };
}

/** The whole way, from the button. */
export async function signInWithGoogle(who: Visitor, to = '/alerts') {
  const start = await who.get(`/api/user/google?to=${encodeURIComponent(to)}`);
  return viaGoogle(who, goesTo(start).href);
}
