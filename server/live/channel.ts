import { topics } from '#contracts/live.ts';

/** Topics whose events belong to later stages of a block; pages may subscribe to them already. */
const FURTHER = ['second-filled-take-profit', 'second-filled-stop-loss', 'copy-skipped'] as const;

const TOPICS: ReadonlySet<string> = new Set([...Object.keys(topics), ...FURTHER]);

/** `/user/{name}/web-id` or `/user/{webId}/{topic}`; null for anything else. */
export function readDestination(text: string): { recipient: string; topic: string } | null {
  const parts = text.split('/');
  const [empty, user, recipient = '', topic = ''] = parts;
  if (parts.length !== 4 || empty !== '' || user !== 'user' || recipient === '') return null;
  return topic === 'web-id' || TOPICS.has(topic) ? { recipient, topic } : null;
}

/** STOMP heart-beat negotiation: the interval between what one side can send and the other wants, in ms; 0 is never. */
export const heartBeat = (canSend: number, wants: number): number =>
  canSend === 0 || wants === 0 ? 0 : Math.max(canSend, wants);

export function readHeartBeat(header: string | undefined): { canSend: number; wants: number } | null {
  const found = /^(\d{1,7}),(\d{1,7})$/.exec(header ?? '0,0');
  return found ? { canSend: Number(found[1]), wants: Number(found[2]) } : null;
}
