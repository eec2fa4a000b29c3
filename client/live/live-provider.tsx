import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveEvent, Topic } from '#contracts/live.ts';
import type { OnDemandTopic } from '#contracts/rules/on-demand-topics.ts';
import { afterFirstView } from '../lib/first-view.ts';
import { nextTask } from '../lib/next-task.ts';
import { createDoubt } from './doubt.ts';
import { createLiveChannel, type LiveChannel } from './live-channel.ts';
import type { LivePage, LiveState } from './live-state.ts';
import { toastReconnected, toastLost } from './live-toasts.ts';
import { openLater } from './open-later.ts';

/** Must be stable for the provider's lifetime. */
export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void;
  onUnread: (topic: Topic) => void;
  /** Refetch what bots said before their topics were subscribed to. */
  onBots: () => void;
  /** Reconnected: refetch what was missed. */
  onBack: () => void;
  /** First connection: refetch what changed since the page's own queries. */
  onFirst: () => void;
  /** Connecting failed without a reason; the session may have ended. */
  onRefused: () => void;
}

const LiveContext = createContext<LiveChannel | null>(null);

/** Loads the connection's code with the first connection, so that it does not delay the first render. */
function createChannel(loadHandlers: () => Promise<LiveHandlers>) {
  let handlers: LiveHandlers | undefined;
  const loadSocket = async () => {
    await afterFirstView();
    const [{ openSocket }, loaded] = await Promise.all([import('./socket.ts'), loadHandlers()]);
    handlers = loaded;
    return openSocket;
  };
  const doubt = createDoubt(() => channel.drop());
  const channel = createLiveChannel({
    open: (page, listener) => openLater(loadSocket(), page, listener),
    now: Date.now,
    random: Math.random,
    onEvent: (event) => {
      doubt.receive();
      handlers?.onEvent(event);
    },
    onUnread: (topic) => handlers?.onUnread(topic),
    onBots: () => handlers?.onBots(),
    onBack: () => {
      toastReconnected();
      handlers?.onBack();
    },
    // Rendering the connection takes a task by itself.
    onFirst: () => void nextTask().then(() => handlers?.onFirst()),
    onLost: (lost) => {
      doubt.end();
      toastLost(channel.state(), lost);
      if (!lost.opened || lost.sessionEnded) handlers?.onRefused();
    },
  });
  return { ...channel, doubt };
}

const DEFAULT_PAGE: LivePage = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };

interface Props {
  loadHandlers: () => Promise<LiveHandlers>;
  children: ReactNode;
}

/** Keeps the live connection open while signed-in screens are mounted. */
export function LiveProvider({ loadHandlers, children }: Props) {
  const [channel] = useState(() => createChannel(loadHandlers));
  useEffect(() => {
    const revive = () => {
      if (document.visibilityState === 'visible') channel.retryNow();
    };
    const doubt = () => void channel.doubt.begin();
    // Effects of the page run first and have set its pair already.
    if (!channel.isShowing()) channel.show(DEFAULT_PAGE);
    window.addEventListener('online', revive);
    window.addEventListener('offline', doubt);
    document.addEventListener('visibilitychange', revive);
    return () => {
      window.removeEventListener('online', revive);
      window.removeEventListener('offline', doubt);
      document.removeEventListener('visibilitychange', revive);
      channel.doubt.end();
      channel.close();
    };
  }, [channel]);
  return <LiveContext value={channel}>{children}</LiveContext>;
}

function useChannel(): LiveChannel {
  const channel = useContext(LiveContext);
  if (!channel) throw new Error('This needs a LiveProvider above it.');
  return channel;
}

export function useLiveState(): LiveState {
  const channel = useChannel();
  return useSyncExternalStore(channel.subscribe, channel.state);
}

/** Tells the live channel which pair this page shows. */
export function useLivePage({ market, symbolName, counterEarning }: LivePage): void {
  const channel = useChannel();
  useEffect(() => channel.show({ market, symbolName, counterEarning }), [channel, market, symbolName, counterEarning]);
}

/** Gets a topic that pages get on demand, while this is mounted. */
export function useLiveTopic(topic: OnDemandTopic): void {
  const channel = useChannel();
  useEffect(() => channel.listen(topic), [channel, topic]);
}
