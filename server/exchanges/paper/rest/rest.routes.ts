import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { BinanceError, refusal } from '../binance-error.ts';
import { LimitRefusal } from '../rate-limits.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { injectedFaults } from './injected-faults.ts';
import { readParameters } from './parameters.ts';
import { type Incoming, isPlacing, runEndpoint } from './run-endpoint.ts';
import { restPayload } from './signature.ts';
import type { PaperDeps } from '../deps.ts';

type Bound = { Bindings: HttpBindings };
const GONE_PAGE =
  '<html>\r\n<head><title>410 Gone</title></head>\r\n<body>\r\n<center><h1>410 Gone</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';
/** Keeps the HTTP adapter from answering on a connection that is cut. */
const CUT = { 'x-hono-already-sent': 'true' };

const addressOf = (c: Context<Bound>): string => c.env.incoming.socket.remoteAddress ?? '';

function cut(c: Context<Bound>): Response {
  c.env.incoming.socket.destroy();
  return new Response(null, { headers: CUT });
}

function show(c: Context<Bound>, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}

function refuse(c: Context<Bound>, error: unknown, deps: PaperDeps): Response {
  if (!(error instanceof BinanceError)) deps.log.error({ err: error }, 'The paper exchange failed on a call.');
  const shown = error instanceof BinanceError ? error : refusal(-1000);
  const { code, message: msg, data } = shown;
  if (shown instanceof LimitRefusal) c.header('Retry-After', String(deps.core.limits.secondsUntil(shown.retryAt)));
  return c.json({ code, msg, ...(data && { data }) }, shown.status as 400);
}

async function readCall(endpoint: Endpoint, c: Context<Bound>): Promise<Incoming> {
  const url = c.env.incoming.url ?? '';
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const body = endpoint.method === 'GET' ? '' : await c.req.text();
  return {
    parameters: readParameters(query, body),
    payload: restPayload(query, body),
    apiKey: c.req.header('X-MBX-APIKEY'),
    address: addressOf(c),
  };
}

async function answer(endpoint: Endpoint, c: Context<Bound>, { core }: Pick<PaperDeps, 'core'>): Promise<unknown> {
  core.limits.admit(addressOf(c));
  const incoming = await readCall(endpoint, c);
  try {
    return await runEndpoint(endpoint, incoming, core);
  } finally {
    const { account } = incoming;
    if (account && isPlacing(endpoint)) show(c, core.limits.orderHeaders(account.id));
  }
}

async function serveCall(endpoint: Endpoint, c: Context<Bound>, deps: PaperDeps): Promise<Response> {
  const injected = injectedFaults(endpoint, c.req.header('X-MBX-APIKEY'), {
    faults: deps.faults,
    limits: deps.core.limits,
  });
  if (injected.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, injected.delayMs));
  if (injected.isLost) return cut(c);
  try {
    if (injected.refused) throw injected.refused;
    const result = await answer(endpoint, c, deps);
    if (injected.answer === 'given') return c.json(result as object);
    if (injected.answer === 'lost') return cut(c);
    throw injected.answer;
  } catch (error) {
    return injected.answer === 'lost' ? cut(c) : refuse(c, error, deps);
  }
}

/** Binance's REST interface. */
export function restApp(deps: PaperDeps) {
  const { core, faults } = deps;
  const app = new Hono<Bound>();
  app.use(async (c, next) => (faults.down ? cut(c) : next()));
  app.use(async (c, next) => {
    await next();
    // A connection that was cut has no headers to set.
    if (!c.res.headers.has('x-hono-already-sent')) show(c, core.limits.weightHeaders(addressOf(c)));
  });
  for (const endpoint of ENDPOINTS) app.on(endpoint.method, endpoint.path, (c) => serveCall(endpoint, c, deps));
  app.on(['POST', 'PUT', 'DELETE'], '/api/v3/userDataStream', (c) => c.html(GONE_PAGE, 410));
  app.notFound((c) => c.html('<html><body><h2>404 Not found</h2></body></html>', 404));
  app.onError((error, c) => refuse(c, error, deps));
  return app;
}
