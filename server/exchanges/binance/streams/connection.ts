import { WebSocket } from 'ws';

export interface ConnectionEvents {
  onOpen(): void;
  onMessage(text: string): void;
  /** Once, whether it ever opened or not; never after terminate(). */
  onClose(code: number, reason: string): void;
}

export interface Connection {
  /** Nothing happens unless it is open. */
  send(text: string): void;
  terminate(): void;
}

const HANDSHAKE = 5_000;
const LARGEST_FRAME = 16 * 1024 * 1024;

/** One websocket, ended by a watchdog when neither frame nor ping came for `silence` ms. */
export function openConnection(url: string, silence: number, events: ConnectionEvents): Connection {
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE,
    maxPayload: LARGEST_FRAME,
    perMessageDeflate: false,
  });
  const watchdog = setTimeout(() => socket.terminate(), silence);
  let wanted = true;
  let reason = 'closed';

  socket.on('open', () => wanted && events.onOpen());
  socket.on('ping', () => void watchdog.refresh());
  socket.on('message', (data: Buffer) => {
    watchdog.refresh();
    if (wanted) events.onMessage(data.toString());
  });
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => {
    clearTimeout(watchdog);
    if (wanted) events.onClose(code, reason);
  });

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    terminate() {
      wanted = false;
      clearTimeout(watchdog);
      socket.terminate();
    },
  };
}
