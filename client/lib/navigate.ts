type Go = (path: string) => void;

let go: Go | null = null;

/** Registers the router's navigate function; returns the unregister function. */
export function onNavigateTo(navigate: Go): () => void {
  go = navigate;
  return () => {
    if (go === navigate) go = null;
  };
}

/** Navigates from outside the router, such as from a toast. */
export const navigateTo = (path: string): void => go?.(path);
