/** The path as a log may hold it: a recovery link's token is part of it. */
export const loggedPath = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '[cut]');
