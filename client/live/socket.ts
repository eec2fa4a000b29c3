import { Client } from '@stomp/stompjs';
import * as z from 'zod/mini';
import { INIT_DESTINATION, LIVE_PATH, type LiveEvent, type Topic, topics, WebId } from '#contracts/live.ts';
import { ON_DEMAND } from '#contracts/rules/on-demand-topics.ts';
import { inTurns } from './in-turns.ts';
import type { LivePage, Lost } from './live-state.ts';
import { followTopics, type WantedTopics } from './on-demand.ts';

const HEART_BEAT_MS = 10_000;
const CONNECT_WITHIN_MS = 10_000;
/** WebSocket close code for an ended session. */
const SESSION_ENDED = 4401;
/** WebSocket close code for a server that restarts. */
const RESTARTING = 1012;

export interface SocketListener {
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** A message that does not match the contract: the page is older than the server. */
  onUnread: (topic: Topic) => void;
  /** Topics of bots come from now on: what they said since the connection was opened was missed. */
  onBots: () => void;
  onLost: (lost: Lost) => void;
}

export interface LiveSocket {
  /** The page shows another pair or earn currency. */
  show: (page: LivePage) => void;
  /** The topics wanted besides those that every page gets. */
  want: (wanted: WantedTopics) => void;
  close: () => void;
  /** Ends as a lost connection does. */
  drop: () => void;
}

const addressOf = ({ protocol, host }: Location): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`;

function readMessage(topic: Topic, text: string): LiveEvent | null {
  const schema: z.ZodMiniType = topics[topic];
  try {
    return { topic, body: z.parse(schema, JSON.parse(text)) } as LiveEvent;
  } catch {
    return null;
  }
}

interface Frame {
  topic: Topic;
  body: string;
}

function deliver({ topic, body }: Frame, listener: SocketListener): void {
  const event = readMessage(topic, body);
  if (event) listener.onEvent(event);
  else listener.onUnread(topic);
}

/** S-39: the server takes 20 messages a second, so that these are subscribed to after the first one. */
const LATER: readonly Topic[] = ['bot', 'bot-deal'];
const LATER_MS = 1500;
const ALWAYS = (Object.keys(topics) as Topic[]).filter(
  (topic) => !LATER.includes(topic) && !ON_DEMAND.some((other) => other === topic),
);

const subscribeLater = (subscribe: (topic: Topic) => unknown, of: { isOpen: () => boolean; onBots: () => void }) =>
  setTimeout(() => {
    if (!of.isOpen()) return;
    for (const topic of LATER) subscribe(topic);
    of.onBots();
  }, LATER_MS);

const headersOf = ({ symbolName, market, counterEarning }: LivePage) => ({
  symbol: symbolName,
  market,
  counterEarning: String(counterEarning),
});

const endOf = (code: number | undefined) => ({
  sessionEnded: code === SESSION_ENDED,
  restarting: code === RESTARTING,
});

/** One connection, from CONNECT to its end; reconnecting is up to the caller. */
export function openSocket(first: LivePage, listener: SocketListener): LiveSocket {
  let page = first;
  let userName: string | null = null;
  let webId: string | null = null;
  let over = false;
  let said: string | null = null;
  const onDemand = followTopics(() => client.connected);

  const client = new Client({
    brokerURL: addressOf(location),
    connectHeaders: headersOf(page),
    reconnectDelay: 0,
    connectionTimeout: CONNECT_WITHIN_MS,
    heartbeatIncoming: HEART_BEAT_MS,
    heartbeatOutgoing: HEART_BEAT_MS,
    // A dead connection may never answer a close.
    discardWebsocketOnCommFailure: true,
    onConnect: ({ headers }) => {
      userName = headers['user-name'] ?? '';
      client.subscribe(`/user/${userName}/web-id`, ({ body }) => begin(z.parse(WebId, JSON.parse(body)).webId));
      announce();
    },
    onStompError: ({ headers }) => {
      said = headers['message'] ?? null;
    },
    onWebSocketClose: (event: CloseEvent | undefined) => finish(event?.code),
  });

  const announce = () => client.publish({ destination: INIT_DESTINATION, body: JSON.stringify({ userName, ...page }) });

  function begin(id: string): void {
    if (id === webId) return;
    webId = id;
    const subscribe = (topic: Topic) =>
      client.subscribe(`/user/${id}/${topic}`, ({ body }) => receive({ topic, body }));
    for (const topic of ALWAYS) subscribe(topic);
    onDemand.begin(subscribe);
    subscribeLater(subscribe, { isOpen: () => !over && client.connected, onBots: listener.onBots });
    listener.onOpen();
  }

  const receive = inTurns((frame: Frame) => {
    if (!over) deliver(frame, listener);
  });

  function finish(code: number | undefined): void {
    if (over) return;
    over = true;
    void client.deactivate({ force: true });
    listener.onLost({ opened: webId !== null, error: said, ...endOf(code) });
  }

  client.activate();
  return {
    show(next) {
      page = next;
      if (userName !== null && client.connected) announce();
    },
    want: onDemand.want,
    drop: () => finish(undefined),
    close() {
      over = true;
      // The browser logs an error when DISCONNECT is sent on a socket that is closing.
      void client.deactivate({ force: client.webSocket?.readyState !== WebSocket.OPEN });
    },
  };
}
