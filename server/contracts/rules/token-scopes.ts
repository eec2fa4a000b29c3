/** What an API token may be made for. */
export const TOKEN_SCOPES = ['read', 'alerts', 'trade'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
