import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import { createDeps, type Deps } from './deps.ts';
import { readEnv, type Env } from './env.ts';
import { limitConnections } from './http/connection-limit.ts';
import { keepAssetsHourly } from './http/kept-assets.ts';
import { limitSlowBodies } from './http/slow-bodies.ts';

const DRAIN_MS = 3000;
/** E-05: in order or not, a server that is told to end has ended by then. */
const END_WITHIN_MS = 9500;

function listen(deps: Deps) {
  const { env, hub, clock } = deps;
  const site = createApp(deps);
  // S-49: slow or idle senders do not hold their sockets.
  const serverOptions = {
    headersTimeout: 10_000,
    // limitSlowBodies says how long a request may take.
    requestTimeout: 0,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 65_000,
  };
  const server = serve({ fetch: site.fetch, port: env.PORT, hostname: env.HOST, createServer, serverOptions });
  // Behind a proxy every connection is the proxy's.
  if (!env.TRUST_PROXY) limitConnections(server as Server);
  limitSlowBodies(server as Server, { clock });
  server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head));
  return server;
}

/** Pages that are still open when a release is replaced find their parts in the new one. */
const keepOldParts = ({ env, clock, log }: Deps) =>
  keepAssetsHourly({ current: join(env.siteDir, 'assets'), kept: env.keptAssetsDir }, { clock, log });

function sayWhere(env: Env, log: Deps['log']): void {
  const mode = env.EXCHANGE_MODE === 'paper' ? 'paper trading' : 'live trading';
  log.info(`Tandem ${env.version} is on ${env.publicUrl} (${mode}).`);
}

/** Answers what was asked already, takes nothing new, then closes everything in order. */
async function shutDown(server: ReturnType<typeof listen>, deps: Deps): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await deps.hub.close();
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  await Promise.race([closed, sleep(DRAIN_MS)]);
  if ('closeAllConnections' in server) server.closeAllConnections();
  await deps.close();
}

/** What waits for a database that is gone would wait for ever: all that matters is written, or is found again. */
async function endInTime(server: ReturnType<typeof listen>, deps: Deps): Promise<void> {
  const ended = await Promise.race([shutDown(server, deps).then(() => true), sleep(END_WITHIN_MS, false)]);
  if (!ended) process.stderr.write('Tandem was ended before everything was closed: something did not answer.\n');
  process.exit(ended ? 0 : 1);
}

async function closeAndExit(deps: Deps): Promise<void> {
  await deps.close();
  process.exit(1);
}

async function serveSite(): Promise<void> {
  const env = readEnv(process.env);
  const deps = await createDeps(env);
  const server = listen(deps);
  server.on('error', (error: NodeJS.ErrnoException) => {
    const sentence = error.code === 'EADDRINUSE' ? `Port ${env.PORT} is taken: set PORT to another.` : error.message;
    process.stderr.write(`${sentence}\n`);
    void closeAndExit(deps);
  });
  server.on('listening', () => {
    sayWhere(env, deps.log);
    keepOldParts(deps);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void endInTime(server, deps);
    });
  }
}

/** Runs until a signal ends it. A mistake that a person can mend is one sentence, and exit code 1. */
export async function run(): Promise<void> {
  try {
    await serveSite();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
