import type { HookEngineDeps } from '../deps.ts';
import { HookEngine } from './hook-engine.ts';

export const createHookEngine = (deps: HookEngineDeps) => new HookEngine(deps);
