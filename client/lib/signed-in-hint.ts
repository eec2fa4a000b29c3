export const SIGNED_IN_HINT = 'isAuthenticated';

/** What this browser believed last: for the first paint only, the server decides. At the build nobody believes anything. */
export const signedInHint = (): boolean =>
  typeof window !== 'undefined' && localStorage.getItem(SIGNED_IN_HINT) === 'true';
