import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Log } from '../../../lib/log.ts';
import { BinanceError, refusal } from '../binance-error.ts';
import type { Fault, Faults } from '../control/faults.ts';
import type { Floor } from '../floor.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { type Endpoint, SIGNING } from './endpoint.ts';
import { marketEndpoints } from './market-endpoints.ts';
import { readParameters, refuseUnknown } from './parameters.ts';
import { type SignedRequest, authenticate, restPayload } from './signature.ts';
import { tradingEndpoints } from './trading-endpoints.ts';

type Bound = { Bindings: HttpBindings };
interface Parts {
  floor: Floor;
  faults: Faults;
  log: Log;
}

const GONE_PAGE =
  '<html>\r\n<head><title>410 Gone</title></head>\r\n<body>\r\n<center><h1>410 Gone</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';
/** Tells the adapter that the answer is none of its business: the connection is cut. */
const CUT = { 'x-hono-already-sent': 'true' };

const addressOf = (c: Context<Bound>): string => c.env.incoming.socket.remoteAddress ?? '';

function cut(c: Context<Bound>): Response {
  c.env.incoming.socket.destroy();
  return new Response(null, { headers: CUT });
}

/** An HTTP status ordered by a test, in the words that come with it. */
function ordered(code: number): BinanceError {
  if (code < 0) return refusal(code);
  const words: Record<number, number> = { 429: -1003, 418: -1003, 401: -2015, 503: -1007, 504: -1007, 500: -1000 };
  const native = refusal(words[code] ?? -1000);
  return new BinanceError(native.code, native.message, code);
}

function refuse(c: Context<Bound>, error: unknown, parts: Parts): Response {
  if (!(error instanceof BinanceError)) parts.log.error({ err: error }, 'The paper exchange failed on a call.');
  const shown = error instanceof BinanceError ? error : refusal(-1000);
  if (shown.status === 429 || shown.status === 418) c.header('Retry-After', String(parts.floor.limits.retryAfter()));
  return c.json({ code: shown.code, msg: shown.message }, shown.status as 400);
}

async function answer(endpoint: Endpoint, c: Context<Bound>, parts: Parts): Promise<unknown> {
  const { floor } = parts;
  const url = c.env.incoming.url ?? '';
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const body = endpoint.method === 'GET' ? '' : await c.req.text();
  const parameters = readParameters(query, body);
  const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(parameters);
  const address = addressOf(c);
  floor.limits.spend(address, weight);
  refuseUnknown(parameters, endpoint.security === 'none' ? endpoint.reads : [...endpoint.reads, ...SIGNING]);
  const call = { parameters, floor, limits: floor.limits };
  if (endpoint.security === 'none') return endpoint.run(call);
  const wallet = endpoint.path.startsWith('/sapi/');
  const account = await signer(c, { parameters, payload: restPayload(query, body), address, wallet }, floor);
  if (endpoint.security === 'trade' && !account.rights.spot) throw refusal(-2015);
  const result = await endpoint.run({ ...call, account });
  // Nothing is told that a crash could still take back.
  await floor.journal.committed();
  if (endpoint.security === 'trade') {
    floor.limits.giveBack(address, weight);
    for (const [name, value] of Object.entries(floor.limits.orderHeaders(account.apiKey))) c.header(name, value);
  }
  return result;
}

const signer = (c: Context<Bound>, signed: Omit<SignedRequest, 'apiKey'>, floor: Floor) =>
  authenticate(
    { ...signed, apiKey: c.req.header('X-MBX-APIKEY') },
    { account: (apiKey) => floor.account(apiKey), now: floor.now },
  );

const find = (faults: Fault[], kind: Fault['kind']) => faults.find((fault) => fault.kind === kind);

async function serveCall(endpoint: Endpoint, c: Context<Bound>, parts: Parts): Promise<Response> {
  const struck = parts.faults.striking(endpoint.method, endpoint.path);
  const delay = find(struck, 'delay');
  if (delay) await new Promise((resolve) => setTimeout(resolve, delay.ms ?? 1000));
  if (find(struck, 'drop-before')) return cut(c);
  const rejected = find(struck, 'reject');
  const after = find(struck, 'drop-after');
  try {
    if (rejected) throw ordered(rejected.code ?? 503);
    const result = await answer(endpoint, c, parts);
    if (after?.code !== undefined) throw ordered(after.code);
    if (after) return cut(c);
    showWeight(c, parts);
    return c.json(result as object);
  } catch (error) {
    if (after && after.code === undefined) return cut(c);
    showWeight(c, parts);
    return refuse(c, error, parts);
  }
}

function showWeight(c: Context<Bound>, { floor }: Parts): void {
  const used = String(floor.limits.weight(addressOf(c)));
  c.header('X-MBX-USED-WEIGHT', used);
  c.header('X-MBX-USED-WEIGHT-1M', used);
}

/** Binance's REST interface. */
export function restApp(parts: Parts) {
  const app = new Hono<Bound>();
  app.use(async (c, next) => (parts.faults.down ? cut(c) : next()));
  for (const endpoint of [...marketEndpoints, ...tradingEndpoints, ...accountEndpoints]) {
    app.on(endpoint.method, endpoint.path, (c) => serveCall(endpoint, c, parts));
  }
  app.on(['POST', 'PUT', 'DELETE'], '/api/v3/userDataStream', (c) => c.html(GONE_PAGE, 410));
  app.notFound((c) => c.html('<html><body><h2>404 Not found</h2></body></html>', 404));
  app.onError((error, c) => refuse(c, error, parts));
  return app;
}
