import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  headers?: Record<string, string>;
}
export interface Received {
  path: string;
  id: string;
  /** UTC epoch seconds. */
  timestamp: number;
  signature: string;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** An endpoint for events on this machine, at a port of its own choice for 0: `answers` are given in turn, then 204. */
export async function webhookReceiver(port = 0) {
  const received: Received[] = [];
  const answers: Answer[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const header = (name: string) => String(request.headers[name] ?? '');
    received.push({
      path: request.url ?? '',
      id: header('webhook-id'),
      timestamp: Number(header('webhook-timestamp')),
      signature: header('webhook-signature'),
      text,
      body: JSON.parse(text) as Received['body'],
    });
    const { status, headers = {} } = answers.shift() ?? { status: 204 };
    response.writeHead(status, headers).end();
  }
  const server = createServer((request, response) => void take(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    /** At this path. */
    url: (path: string) => `http://${host}/${path}`,
    received,
    answers,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>;
