/** W-1: all that follows a hook's id is its token, right or wrong. */
const HOOK = /^(\/hook\/[^/]+)\/.*$/is;

/** A path without the token of a recovery link or of a hook, for logs. */
export const loggedPath = (path: string): string => path.replace(HOOK, '$1/…').replaceAll(/[\w-]{40,}/g, '[cut]');
