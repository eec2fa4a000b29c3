export const SIGNED_IN_HINT = 'isAuthenticated';

/** Last known state, used for the first paint only; the server decides. Always false while pre-rendering. */
export const signedInHint = (): boolean =>
  typeof window !== 'undefined' && localStorage.getItem(SIGNED_IN_HINT) === 'true';
