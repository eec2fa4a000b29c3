import { isIP } from 'node:net';
import { isPublic } from '../../lib/public-address.ts';
import { ofTheSystem, type Resolve } from '../../lib/public-fetch.ts';

const NOT_PUBLIC = 'This address is within a private network: only public ones are sent to.';
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** Whether the operator has named this host, of their own network. */
export const isAdded = ({ host, hostname }: URL, added: readonly string[]): boolean =>
  added.some((name) => [host, `${hostname}:443`].includes(name.toLowerCase()));

function hostFault(hostname: string): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublic(host) ? null : NOT_PUBLIC;
  return PRIVATE_NAME.test(host) ? NOT_PUBLIC : null;
}

/** W-17: why an address is not sent to, by its text alone; null where it may be. */
export function addressFault(address: string, added: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url) return 'Enter an address such as https://example.org/events.';
  const { protocol, username, password, port, hostname } = url;
  const mayBeHttp = protocol === 'http:' && isAdded(url, added);
  if (!mayBeHttp && protocol !== 'https:') return 'Enter an address that begins with https://.';
  if (username + password !== '' || address.includes('@'))
    return 'An address contains no user name, password or @ sign.';
  if (isAdded(url, added)) return null;
  if (port !== '') return 'Only port 443 is sent to: leave the port out.';
  return hostFault(hostname);
}

/** The same, once its name is looked up: at each delivery it is looked up again. */
export async function placeFault(
  address: string,
  { hosts, resolve = ofTheSystem }: { hosts: readonly string[]; resolve?: Resolve },
): Promise<string | null> {
  const fault = addressFault(address, hosts);
  const url = URL.parse(address);
  if (fault !== null || !url || isAdded(url, hosts) || isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0)
    return fault;
  return new Promise((answer) => {
    resolve(url.hostname, { all: true }, (error, found) => {
      if (error || found.length === 0) answer(`${url.hostname} has no address: is it spelled right?`);
      else answer(found.some((one) => isPublic(one.address)) ? null : NOT_PUBLIC);
    });
  });
}
