import { createListeners } from '../../lib/listeners.ts';

/**
 * `waiting`: a new worker waits for skipWaiting. `replaced`: another tab activated it, and this page still runs the old
 * code.
 */
export type UpdateState = 'current' | 'waiting' | 'replaced';

interface Page {
  /** Whether a worker controlled the page when it loaded. */
  controlled: boolean;
  reload: () => void;
  isReloadHeld: () => boolean;
}

/** A new worker may be kept waiting by what the old one is doing; the reload ends that. */
const WAITS_FOR_MS = 10_000;

/** Update state of this page. It reloads at most once, and never by itself while a reload is held. */
export function createUpdates({ controlled, reload, isReloadHeld }: Page) {
  const listeners = createListeners();
  let state: UpdateState = 'current';
  let hasController = controlled;
  let wanted = false;
  let reloading = false;
  let activate: (() => void) | undefined;

  const become = (next: UpdateState) => {
    state = next;
    listeners.notify();
  };
  const reloadOnce = () => {
    if (reloading) return;
    reloading = true;
    reload();
  };

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    /** A new worker is installed; `skipWaiting` activates it. */
    found(skipWaiting: () => void) {
      activate = skipWaiting;
      if (state === 'current') become('waiting');
    },
    controllerChanged() {
      const firstInstall = !hasController && !wanted;
      hasController = true;
      if (firstInstall) return;
      if (wanted || !isReloadHeld()) reloadOnce();
      else become('replaced');
    },
    /** The user pressed Reload. */
    apply() {
      wanted = true;
      if (state === 'replaced') return reloadOnce();
      activate?.();
      setTimeout(reloadOnce, WAITS_FOR_MS);
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;
