/** Navigations that go to the server. `/api` itself is a page, `/api/…` are calls. */
export const NOT_PAGES: RegExp[] = [
  /^\/api\//,
  /^\/(?:logout|j_spring_security_check|websocket-url|healthz|readyz|metrics)(?:[/?]|$)/,
  // Any path with a file extension, whatever its query.
  /^[^?]*\.[^/?]*(?:\?|$)/,
];
