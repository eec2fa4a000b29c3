/** The first and last 4 characters of an API key; nothing of a short one. */
export const mask = (apiKey: string): string =>
  apiKey.length < 16 ? '••••••••' : `${apiKey.slice(0, 4)}••••••••${apiKey.slice(-4)}`;
