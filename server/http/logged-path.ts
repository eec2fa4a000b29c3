/** A path without the token of a recovery link, for logs. */
export const loggedPath = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '[cut]');
