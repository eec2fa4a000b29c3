import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveEvent, Topic } from '#contracts/live.ts';
import { createLiveChannel, type LiveChannel } from './live-channel.ts';
import type { LivePage, LiveState } from './live-state.ts';
import { sayBack, sayLost } from './live-toasts.ts';
import { openLater } from './open-later.ts';

/** Stable for the provider's life. */
export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void;
  onUnread: (topic: Topic) => void;
  /** Live again after a loss: read what was missed. */
  onBack: () => void;
  /** Live for the first time: read what came after the page's own reading. */
  onFirst: () => void;
  /** An attempt failed without a word of why: the session may be over. */
  onRefused: () => void;
}

const LiveContext = createContext<LiveChannel | null>(null);

/** What a connection needs comes with the first one: the page is drawn without it. */
function createChannel(loadHandlers: () => Promise<LiveHandlers>): LiveChannel {
  let handlers: LiveHandlers | undefined;
  const loadSocket = async () => {
    const [{ openSocket }, loaded] = await Promise.all([import('./socket.ts'), loadHandlers()]);
    handlers = loaded;
    return openSocket;
  };
  const channel = createLiveChannel({
    open: (page, listener) => openLater(loadSocket(), page, listener),
    now: Date.now,
    onEvent: (event) => handlers?.onEvent(event),
    onUnread: (topic) => handlers?.onUnread(topic),
    onBack: () => {
      sayBack();
      handlers?.onBack();
    },
    onFirst: () => handlers?.onFirst(),
    onLost: (lost) => {
      sayLost(channel.state(), lost);
      if (!lost.opened || lost.sessionEnded) handlers?.onRefused();
    },
  });
  return channel;
}

const DEFAULT_PAGE: LivePage = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };

interface Props {
  loadHandlers: () => Promise<LiveHandlers>;
  children: ReactNode;
}

/** Holds the one socket open while signed-in screens are shown. */
export function LiveProvider({ loadHandlers, children }: Props) {
  const [channel] = useState(() => createChannel(loadHandlers));
  useEffect(() => {
    const revive = () => {
      if (document.visibilityState === 'visible') channel.retryNow();
    };
    // The page below says which pair it shows before this runs.
    if (!channel.isShowing()) channel.show(DEFAULT_PAGE);
    window.addEventListener('online', revive);
    document.addEventListener('visibilitychange', revive);
    return () => {
      window.removeEventListener('online', revive);
      document.removeEventListener('visibilitychange', revive);
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

/** Says which pair this page shows; an open socket is told, not opened again. */
export function useLivePage({ market, symbolName, counterEarning }: LivePage): void {
  const channel = useChannel();
  useEffect(() => channel.show({ market, symbolName, counterEarning }), [channel, market, symbolName, counterEarning]);
}
