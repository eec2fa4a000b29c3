import type { HookAction } from '#contracts/rules/hook-actions.ts';
import type { Db } from '../../db/database.ts';
import { hooksStore } from './hooks.store.ts';
import { templateOf } from './template.ts';

interface Call {
  hookId: string;
  action: HookAction;
  market: string;
  /** 'xrp_usdt'. */
  pair: string;
}

/** W-7: why a hook of this person would not do this, as a sentence; null where its template allows it. */
export async function callFault(
  db: Db,
  userId: string,
  { hookId, action, market, pair }: Call,
): Promise<string | null> {
  if (action === 'targets') return 'An alert names no prices for targets.';
  const hook = await hooksStore(db, userId).find(hookId);
  if (!hook) return 'There is no such hook.';
  const template = templateOf(hook);
  if (template.market !== market) return `This hook is of another market: ${template.market}.`;
  if (!template.actions.includes(action))
    return `This hook may do something else only: ${template.actions.join(', ')}.`;
  const names = template.pairs.map((name) => name.replace('_', '/').toUpperCase());
  return template.pairs.includes(pair) ? null : `This hook takes other pairs only: ${names.join(', ')}.`;
}
