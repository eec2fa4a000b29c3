/** First 4 and last 4 characters of an API key; a short one not even that. */
export const mask = (apiKey: string): string =>
  apiKey.length < 16 ? '••••••••' : `${apiKey.slice(0, 4)}••••••••${apiKey.slice(-4)}`;
