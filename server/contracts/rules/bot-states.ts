/** C-2: nothing else exists. */
export const BOT_STATES = [
  'draft',
  'waiting',
  'starting',
  'running',
  'paused',
  'attention',
  'stopping',
  'stopped',
] as const;
export type BotState = (typeof BOT_STATES)[number];
