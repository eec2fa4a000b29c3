type Go = (path: string) => void;

let go: Go | null = null;

/** Who takes the page elsewhere. Returns the way to stop. */
export function whenToGo(navigate: Go): () => void {
  go = navigate;
  return () => {
    if (go === navigate) go = null;
  };
}

/** From where there is no router, as in a toast. */
export const goTo = (path: string): void => go?.(path);
