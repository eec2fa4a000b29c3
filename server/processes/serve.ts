import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { limitConnections } from '../http/connection-limit.ts';
import { keepAssetsHourly } from '../http/kept-assets.ts';
import type { Site } from '../http/serve.ts';
import { limitSlowBodies } from '../http/slow-bodies.ts';
import type { Settings } from './wiring/data.ts';

interface Hub {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** What a role runs, before it has a port. */
export interface Process extends Settings {
  app: Site;
  /** The live channel; null where no pages are served. */
  hub: Hub | null;
  close(): Promise<void>;
}

const DRAIN_MS = 3000;
/** E-05: a process that was asked to end exits within this time, even if something is not closed. */
const END_WITHIN_MS = 9500;

function listen({ env, app, hub, clock }: Process) {
  // S-49: slow or idle senders do not hold their sockets.
  const serverOptions = {
    headersTimeout: 10_000,
    // limitSlowBodies says how long a request may take.
    requestTimeout: 0,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 65_000,
  };
  const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST, createServer, serverOptions });
  // Behind a proxy every connection is the proxy's.
  if (!env.TRUST_PROXY) limitConnections(server as Server);
  limitSlowBodies(server as Server, { clock });
  if (hub) server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head));
  return server;
}

/** Pages of an earlier release that are still open find their assets. */
const keepOldParts = ({ env, clock, log }: Process) =>
  keepAssetsHourly({ current: join(env.siteDir, 'assets'), kept: env.keptAssetsDir }, { clock, log });

function logAddress({ env, log }: Process): void {
  const mode = env.EXCHANGE_MODE === 'paper' ? 'paper trading' : 'live trading';
  const role = env.ROLE === 'all' ? '' : `, ${env.ROLE}`;
  log.info(`Tandem ${env.version} is on ${env.publicUrl} (${mode}${role}).`);
}

/** Completes pending requests, accepts no new ones, then closes everything in order. */
async function shutDown(server: ReturnType<typeof listen>, running: Process): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await running.hub?.close();
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  await Promise.race([closed, sleep(DRAIN_MS)]);
  if ('closeAllConnections' in server) server.closeAllConnections();
  await running.close();
}

/** Without its database a process would wait for ever; important data is stored, or found again. */
async function endInTime(server: ReturnType<typeof listen>, running: Process): Promise<void> {
  const ended = await Promise.race([shutDown(server, running).then(() => true), sleep(END_WITHIN_MS, false)]);
  if (!ended) process.stderr.write('Tandem was ended before everything was closed: something did not answer.\n');
  process.exit(ended ? 0 : 1);
}

async function closeAndExit(running: Process): Promise<void> {
  await running.close();
  process.exit(1);
}

/** Listens on the port until a signal ends it. */
export function serveUntilSignal(running: Process): void {
  const { env } = running;
  const server = listen(running);
  server.on('error', (error: NodeJS.ErrnoException) => {
    const sentence = error.code === 'EADDRINUSE' ? `Port ${env.PORT} is taken: set PORT to another.` : error.message;
    process.stderr.write(`${sentence}\n`);
    void closeAndExit(running);
  });
  server.on('listening', () => {
    logAddress(running);
    if (running.hub) keepOldParts(running);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void endInTime(server, running);
    });
  }
}
