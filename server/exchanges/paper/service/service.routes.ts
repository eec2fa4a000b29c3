import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import type { ExchangeCore } from '../exchange-core.ts';
import { openAccount, resetAccount } from './accounts.ts';

/** What the site does besides trading, for its processes that are not this one. */
export function serviceApp({ core, token }: { core: ExchangeCore; token: string }) {
  const app = new Hono();
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  });
  app.use(bearerAuth({ token }));
  app.post('/accounts', async (c) => c.json(await openAccount(core)));
  app.post('/accounts/:key/reset', async (c) =>
    (await resetAccount(core, c.req.param('key'))) ? c.json({}) : c.json({ error: 'no such account' }, 404),
  );
  return app;
}
