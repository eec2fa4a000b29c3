import type { LivePage } from './live-state.ts';
import type { WantedTopics } from './on-demand.ts';
import type { LiveSocket, openSocket, SocketListener } from './socket.ts';

/** A socket that connects once its code has loaded, for the page shown by then. */
export function openLater(code: Promise<typeof openSocket>, first: LivePage, listener: SocketListener): LiveSocket {
  let page = first;
  let socket: LiveSocket | undefined;
  let wanted: WantedTopics | undefined;
  let over = false;
  const begin = (open: typeof openSocket) => {
    if (over) return;
    socket = open(page, listener);
    if (wanted) socket.want(wanted);
  };
  const fail = () => {
    if (!over) listener.onLost({ opened: false, error: null, sessionEnded: false, restarting: false });
  };
  void code.then(begin, fail);
  return {
    show(next) {
      page = next;
      socket?.show(next);
    },
    want(next) {
      wanted = next;
      socket?.want(next);
    },
    // Before its code has loaded there is no connection that could be silent.
    drop: () => socket?.drop(),
    close() {
      over = true;
      socket?.close();
    },
  };
}
