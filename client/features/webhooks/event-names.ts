import type { WebhookEvent } from '#contracts/webhooks.ts';

export const EVENTS: { value: WebhookEvent; label: string }[] = [
  { value: 'block.placed', label: 'An entry is on the exchange' },
  { value: 'block.filled', label: 'An entry was filled' },
  { value: 'block.target-filled', label: 'A take profit was filled' },
  { value: 'block.stopped', label: 'A stop loss closed a position' },
  { value: 'block.closed', label: 'A position is over' },
  { value: 'copy.skipped', label: 'A copy was skipped' },
  { value: 'bot.started', label: 'A bot started' },
  { value: 'bot.round', label: 'A bot finished a round' },
  { value: 'bot.needs-you', label: 'A bot needs a decision' },
  { value: 'bot.stopped', label: 'A bot stopped' },
  { value: 'alert.fired', label: 'An alert fired' },
  { value: 'hook.refused', label: 'A signal was refused, or failed' },
  { value: 'account.stopped', label: 'Trading was stopped, or a loss limit reached' },
];
