import { randomBytes } from 'node:crypto';

/** Whatever answers requests: the site in this process, or a server on a port. */
export interface Asked {
  app: { request(path: string, init?: RequestInit): Response | Promise<Response> };
  /** Proves an address, where the test needs no mail for it. */
  prove?: (email: string) => Promise<void>;
}

export const PASSWORD = 'Correct-Horse_42!';

const SESSION = /^(__Host-)?session$/;

/** A person with a browser: keeps cookies, sends JSON from the site's own pages. */
export function visitor({ app }: Asked) {
  const jar = new Map<string, string>();
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /Max-Age=0(;|$)/.test(line)) jar.delete(name);
    else jar.set(name, value);
  };
  const written = (names: RegExp) => {
    const kept = [...jar].filter(([name]) => names.test(name));
    return kept.map(([name, value]) => `${name}=${value}`).join('; ');
  };
  const send = async (
    method: string,
    path: string,
    options: { json?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const cookie = written(/./);
    const headers = { ...(cookie ? { cookie } : {}), 'sec-fetch-site': 'same-origin', ...options.headers };
    const init =
      options.json === undefined
        ? { method, headers }
        : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(options.json) };
    const response = await app.request(path, init);
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, json: unknown, headers: Record<string, string> = {}) => send('POST', path, { json, headers }),
    /** The session's alone, as `name=value`. */
    cookie: () => written(SESSION),
    useCookie: keep,
  };
}
export type Visitor = ReturnType<typeof visitor>;

/** A person just signed up and signed in, whose address is proven by nothing yet. */
export async function newcomer(site: Asked) {
  const one = visitor(site);
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  await one.post('/api/user', { email, username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD });
  await one.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
  return { ...one, email };
}

/** A person signed in, with a proven address where the site can tell. */
export async function person(site: Asked) {
  const one = await newcomer(site);
  await site.prove?.(one.email);
  return one;
}

/** Their orders of XRP, and the rows of their page. */
export function tradingAs(one: Visitor) {
  const buy = (order: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    one.post(
      '/api/markets/spot/first/buy',
      { market: 'binance', symbolName: 'xrp_usdt', price: 0.52, counterQuantity: 100, counterEarning: true, ...order },
      headers,
    );
  const rows = async (section = 'buy') =>
    (await one.get(`/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=${section}`))
      .body;
  return { buy, rows };
}

/** A person with a funded paper key as the active main key. */
export async function trader(site: Asked) {
  const one = await person(site);
  const { key, secret } = (await one.post('/api/paper/key', {})).body;
  const added = await one.post('/api/key', { market: 'binance', name: 'Paper', key, secret });
  return {
    ...one,
    ...tradingAs(one),
    paperKey: key as string,
    paperSecret: secret as string,
    keyUid: added.body.uid as string,
  };
}
