import { endpoints } from '#contracts/index.ts';
import type { Visitor } from '../factories/visitor.ts';
import type { Sample } from './reach.ts';

function addressOf(path: string, { params = {}, query = {} }: Sample): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return Object.keys(query).length > 0 ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}

/** Makes a call of the contracts as a sample says. */
export function ask(who: Visitor, name: string, sample: (Sample & { headers?: Record<string, string> }) | undefined) {
  const contract = endpoints[name];
  if (!contract || !sample)
    throw new Error(`tests/security/reach.ts does not say how ${name} reaches an object of its owner`);
  const { json, headers = {} } = sample;
  return who.send(contract.method.toUpperCase(), addressOf(contract.path, sample), { json, headers });
}
