import type { HookEngineDeps } from '../deps.ts';
import type { HookDeps } from '../deps.ts';
import { AlertCaller } from './alert-caller.ts';
import { HookEngine } from './hook-engine.ts';

export const createHookEngine = (deps: HookEngineDeps) => new HookEngine(deps);

export const createAlertCaller = (deps: HookDeps) => new AlertCaller(deps);
