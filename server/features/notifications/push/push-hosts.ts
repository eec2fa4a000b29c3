/** The browsers' own push services; '*.' stands for any name below. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/**
 * S-40: an endpoint comes from the browser, so we send only to known push services and to what the operator added
 * (`host` or `host:port`); never to an address of the sender's choice.
 */
export function isPushService(endpoint: string, added: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const ports = { '': true, '443': true } as Record<string, boolean>;
  if (ports[url.port] && SERVICES.some((pattern) => covers(pattern, url.hostname))) return true;
  return added.some((name) => name.toLowerCase() === url.host || `${url.hostname}:443` === name.toLowerCase());
}
