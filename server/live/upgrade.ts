import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_PATH } from '#contracts/live.ts';
import { bearerToken, TOKEN_OR_COOKIE } from '../http/bearer.ts';
import { isOurs, securityHeaders } from '../http/guards.ts';
import { cookieName } from '../http/session-cookie.ts';

interface Refused {
  status: number;
  sentence: string;
}

export function refuseUpgrade(socket: Duplex, { status, sentence }: Refused, publicUrl: string): void {
  const body = JSON.stringify({ error: sentence });
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...securityHeaders(publicUrl),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || null;
  }
  return null;
}

/** A session's token, or an API token. */
export interface Credential {
  token: string;
  isBearer: boolean;
}

type Check = Credential | Refused;

/** S-39: the right path, our own origin, a session cookie or an API token. Clients other than browsers send no Origin. */
export function checkUpgrade(request: IncomingMessage, publicUrl: string): Check {
  const [path] = (request.url ?? '').split('?');
  if (path !== LIVE_PATH) return { status: 404, sentence: 'There is nothing here.' };
  const { origin, host, cookie, authorization } = request.headers;
  if (origin !== undefined && !isOurs(origin, publicUrl, host)) {
    return { status: 403, sentence: 'This request came from another site and was refused.' };
  }
  const token = readCookie(cookie, cookieName(publicUrl));
  const bearer = bearerToken(authorization);
  if (bearer !== null) {
    return token === null ? { token: bearer, isBearer: true } : { status: 400, sentence: TOKEN_OR_COOKIE };
  }
  return token ? { token, isBearer: false } : { status: 401, sentence: 'Sign in first.' };
}
