import type { WebhookEvent } from '../../contracts/rules/webhook-events.ts';
import { howDue } from '../conditions/clock-time.ts';

/** A line of a block's history. */
export interface BlockLine {
  kind: string;
  leg: string | null;
  /** Of the order on the exchange. */
  state: string | null;
  /** How the position ended. */
  how: string | null;
  /** 0 is the main key's position. */
  ordinal: number;
  /** Whether the exchange said nothing of an entry of this position before. */
  isFirst: boolean;
}

const ON_THE_EXCHANGE = new Set(['open', 'partly-filled', 'filled']);

function foundOf({ leg, state, isFirst }: BlockLine): WebhookEvent[] {
  if (leg === 'take-profit') return state === 'filled' ? ['block.target-filled'] : [];
  if (leg !== 'entry') return [];
  const placed: WebhookEvent[] = isFirst && ON_THE_EXCHANGE.has(state ?? '') ? ['block.placed'] : [];
  return state === 'filled' ? [...placed, 'block.filled'] : placed;
}

/** W-16: what a line of a block's history is to others, in their order. */
export function blockEventsOf(line: BlockLine): WebhookEvent[] {
  if (line.kind === 'order-found') return foundOf(line);
  if (line.kind === 'skipped') return line.ordinal > 0 ? ['copy.skipped'] : [];
  if (line.kind !== 'ended') return [];
  return line.how === 'stop-loss' ? ['block.stopped', 'block.closed'] : ['block.closed'];
}

const STATES: Partial<Record<string, WebhookEvent>> = {
  starting: 'bot.started',
  attention: 'bot.needs-you',
  stopped: 'bot.stopped',
};

/** The same of a run's new state. */
export const runEventsOf = (state: string): WebhookEvent[] => {
  const event = STATES[state];
  return event ? [event] : [];
};

interface Firing {
  /** Of its alert. */
  kind: string;
  /** When it was due, and when it was found; UTC epoch ms. */
  crossedAt: number;
  firedAt: number;
}

/** K-8: a time that is found too late is only listed. */
export const firingEventsOf = ({ kind, crossedAt, firedAt }: Firing): WebhookEvent[] =>
  kind === 'time' && howDue(crossedAt, firedAt) === 'listed' ? [] : ['alert.fired'];

/** A level has gone round where the side is filled that does not open its cycle. */
export const levelEventsOf = (filled: string, opensBy: string): WebhookEvent[] =>
  filled === opensBy ? [] : ['bot.round'];
