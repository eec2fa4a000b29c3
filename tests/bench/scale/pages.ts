import { WebSocket } from 'ws';
import { INIT_DESTINATION, LIVE_PATH, topics } from '#contracts/live.ts';

const HEART_BEAT = 10_000;
const AT_ONCE = 20;

const frame = (command: string, headers: Record<string, string>, body = '') =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n${body}\0`;

interface PageOptions {
  port: number;
  cookie: string;
  pair: string;
}

/** A page's connection, with all subscriptions that the app makes. */
async function openPage({ port, cookie, pair }: PageOptions, onBytes: (bytes: number) => void) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, ['v12.stomp'], {
    headers: { cookie },
  });
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.on('open', () =>
    socket.send(frame('CONNECT', { 'accept-version': '1.2', host: 'x', 'heart-beat': `${HEART_BEAT},${HEART_BEAT}` })),
  );
  let isBegun = false;
  socket.on('message', (data) => {
    onBytes((data as Buffer).length);
    if (isBegun) return;
    const text = (data as Buffer).toString();
    const userName = /^user-name:(.+)$/m.exec(text)?.[1];
    if (userName !== undefined) {
      socket.send(frame('SUBSCRIBE', { id: 'web-id', destination: `/user/${userName}/web-id` }));
      const page = { userName, market: 'binance', symbolName: pair, counterEarning: true };
      socket.send(frame('SEND', { destination: INIT_DESTINATION }, JSON.stringify(page)));
    }
    const webId = /"webId":"([^"]+)"/.exec(text)?.[1];
    if (webId === undefined) return;
    isBegun = true;
    const all = Object.keys(topics).map((topic) =>
      frame('SUBSCRIBE', { id: topic, destination: `/user/${webId}/${topic}` }),
    );
    for (const each of all) socket.send(each);
    resolve();
  });
  await begun;
  return socket;
}

/** Open pages that all show one pair, a few of each person. */
export async function openPages(
  count: number,
  { port, cookies, pair }: { port: number; cookies: readonly string[]; pair: string },
) {
  let bytes = 0;
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const from = sockets.length;
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => {
      const cookie = cookies[(from + index) % cookies.length] ?? '';
      return openPage({ port, cookie, pair }, (more) => (bytes += more));
    });
    sockets.push(...(await Promise.all(some)));
  }
  const beat = setInterval(() => {
    for (const socket of sockets) socket.send('\n');
  }, HEART_BEAT * 0.9);
  return {
    bytes: () => bytes,
    close(): void {
      clearInterval(beat);
      for (const socket of sockets) socket.terminate();
    },
  };
}
