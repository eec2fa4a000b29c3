/** What an address of one's own can receive (W-16). */
export const WEBHOOK_EVENTS = [
  'block.placed',
  'block.filled',
  'block.target-filled',
  'block.stopped',
  'block.closed',
  'copy.skipped',
  'bot.started',
  'bot.round',
  'bot.stopped',
  'bot.needs-you',
  'alert.fired',
  'hook.refused',
  'account.stopped',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent by the test button, whatever was chosen. */
export const WEBHOOK_TEST = 'webhook.test';
