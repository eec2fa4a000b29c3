import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch as undiciFetch } from 'undici';
import { browserKeys, vapidFault, type BrowserKeys } from './push-crypto.ts';

/** What the push service answers: a status, one with Retry-After in seconds, or nothing at all. */
export type Answer = number | { status: number; retryAfter: string } | 'hang';

export interface Received {
  subscription: string;
  /** What the service answered. */
  status: number;
  headers: IncomingMessage['headers'];
  /** Decrypted, as the browser would see it. */
  message: Record<string, unknown> & { notification: Record<string, unknown> };
}

interface Registered extends BrowserKeys {
  publicKey: string;
  answers: Answer[];
}

function certificate(folder: string) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', '-days', '2', ...names, '-keyout', keyFile, '-out', certFile],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function respond(response: ServerResponse, answer: Exclude<Answer, 'hang'>): number {
  const { status, retryAfter } = typeof answer === 'number' ? { status: answer, retryAfter: undefined } : answer;
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  return status;
}

/**
 * A push service with a certificate of its own: verifies the sender's signature, decrypts, and answers as it is told.
 * A server process takes it with PUSH_HOSTS=`host` and NODE_EXTRA_CA_CERTS=`certFile`; within a test use `fetch`.
 */
export async function pushEndpoint() {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-push-'));
  const { key, cert, certFile } = certificate(folder);
  const browsers = new Map<string, Registered>();
  const received: Received[] = [];
  const faults: string[] = [];
  const unanswered = { now: 0, most: 0 };
  const server = createServer({ key, cert });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const origin = `https://${host}`;

  function hang(response: ServerResponse): number {
    unanswered.now += 1;
    unanswered.most = Math.max(unanswered.most, unanswered.now);
    response.on('close', () => (unanswered.now -= 1));
    return 0;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const subscription = request.url?.split('/').at(-1) ?? '';
    const browser = browsers.get(subscription);
    const body = await readBody(request);
    if (!browser) return void respond(response, 404);
    const { authorization, 'content-encoding': encoding } = request.headers;
    const fault = vapidFault(authorization, { publicKey: browser.publicKey, origin });
    if (fault) {
      faults.push(fault);
      return void respond(response, 403);
    }
    if (encoding !== 'aes128gcm') faults.push(`content-encoding ${encoding}`);
    const message = JSON.parse(browser.decrypt(body)) as Received['message'];
    const answer = browser.answers.shift() ?? 201;
    const status = answer === 'hang' ? hang(response) : respond(response, answer);
    received.push({ subscription, status, headers: request.headers, message });
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    take(request, response).catch((error: unknown) => {
      faults.push(String(error));
      respond(response, 400);
    });
  });

  const agent = new Agent({ connect: { ca: cert } });
  return {
    host,
    certFile,
    received,
    /** What was wrong with a sender, in order. */
    faults,
    /** Who waits for an answer that does not come, and the most who did at one time. */
    unanswered,
    /** For a sender in this process: trusts the certificate. */
    fetch: (url: string, init: Parameters<typeof undiciFetch>[1]) => undiciFetch(url, { ...init, dispatcher: agent }),
    /** A browser that subscribed with this VAPID key: its PushSubscription as JSON. */
    subscription(publicKey: string, ...answers: Answer[]) {
      const id = randomUUID();
      const browser = browserKeys();
      browsers.set(id, { ...browser, publicKey, answers });
      return { id, endpoint: `${origin}/push/${id}`, expirationTime: null, keys: browser.keys };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type PushEndpoint = Awaited<ReturnType<typeof pushEndpoint>>;
