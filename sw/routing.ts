/** Paths whose navigations go to the server. `/api` itself is a page of the app, `/api/…` are calls. */
export const NOT_PAGES: RegExp[] = [
  /^\/api\//,
  /^\/(?:logout|j_spring_security_check|websocket-url|healthz|readyz|metrics)(?:[/?]|$)/,
  // Anything with an extension, whatever its query says.
  /^[^?]*\.[^/?]*(?:\?|$)/,
];
