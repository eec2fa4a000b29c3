export type { WebhookDeps } from './deps.ts';
