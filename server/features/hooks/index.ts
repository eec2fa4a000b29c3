export type { HookDeps } from './deps.ts';
