import type { IncomingMessage, Server } from 'node:http';
import { addDataFile } from '#contracts/backtests.ts';
import { sendContact } from '#contracts/support.ts';
import type { Clock } from '../lib/clock.ts';

/** How long a request may take to arrive. */
const WITHIN_MS = 30_000;
/** A photo may take longer at this rate: 5 MB over a slow connection arrive within eleven minutes. */
const PHOTO_BYTES_A_SECOND = 8_000;
/** 64 MB arrive within a quarter of an hour. */
const PRICES_BYTES_A_SECOND = 72_000;
const LOOK_EVERY_MS = 1000;

interface Sending {
  since: number;
  /** Bytes that its connection had carried before. */
  before: number;
  bytesASecond: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const PACES: Record<string, number> = {
  [sendContact.path]: PHOTO_BYTES_A_SECOND,
  [addDataFile.path]: PRICES_BYTES_A_SECOND,
};

const paceOf = ({ url = '' }: IncomingMessage): number => PACES[url.split('?', 1)[0] ?? ''] ?? Number.POSITIVE_INFINITY;

interface Options {
  clock: Clock;
  lookEveryMs?: number;
}

/** S-49: ends requests whose body arrives too slowly. Bytes ahead of the required rate extend the time. */
export function limitSlowBodies(server: Server, { clock, lookEveryMs = LOOK_EVERY_MS }: Options): void {
  const sending = new Map<IncomingMessage, Sending>();

  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    sending.set(request, { since: clock(), before: request.socket.bytesRead, bytesASecond: paceOf(request) });
    request.once('close', () => sending.delete(request));
  });
  const look = () => {
    for (const [request, { since, before, bytesASecond }] of sending) {
      const { socket } = request;
      const earned = ((socket.bytesRead - before) / bytesASecond) * 1000;
      if (request.complete) sending.delete(request);
      else if (clock() - since > WITHIN_MS + earned) socket.destroy();
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
