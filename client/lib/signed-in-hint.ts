export const SIGNED_IN_HINT = 'isAuthenticated';

/** What this browser believed last: for the first paint only, the server decides. */
export const signedInHint = (): boolean => localStorage.getItem(SIGNED_IN_HINT) === 'true';
