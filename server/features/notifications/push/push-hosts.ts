/** The browsers' own push services; '*.' matches any subdomain. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/**
 * S-40: endpoints come from browsers, so messages go only to known push services and those that the operator added
 * (`host` or `host:port`).
 */
export function isPushService(endpoint: string, added: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const ports = { '': true, '443': true } as Record<string, boolean>;
  if (ports[url.port] && SERVICES.some((pattern) => covers(pattern, url.hostname))) return true;
  return added.some((name) => name.toLowerCase() === url.host || `${url.hostname}:443` === name.toLowerCase());
}
