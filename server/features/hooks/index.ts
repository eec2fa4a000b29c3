export { callFault } from './call-fault.ts';
export type { HookDeps } from './deps.ts';
export { signalsOfBot } from './signals.store.ts';
