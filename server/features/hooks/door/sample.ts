import type { HookAction } from '#contracts/rules/hook-actions.ts';
import { newId } from '../../../lib/id.ts';
import type { HookRow } from '../hooks.store.ts';
import { templateOf } from '../template.ts';

/** Refused while the hook holds nothing. */
const OF_A_POSITION = new Set<HookAction>(['add', 'reduce', 'close', 'targets']);

/** A message in our own format that a hook could be sent, as its test button sends it. */
export function sampleSignal(
  hook: HookRow,
  of: { id?: string; action?: HookAction | undefined; pair?: string | undefined },
  now: number,
): string {
  const { actions, pairs, amount } = templateOf(hook);
  const action = of.action ?? actions.find((each) => !OF_A_POSITION.has(each)) ?? actions[0];
  const isEntry = action === 'open' || action === 'add';
  return JSON.stringify({
    id: of.id ?? newId(),
    time: new Date(now).toISOString(),
    action,
    pair: (of.pair ?? pairs[0] ?? '').toUpperCase(),
    ...(isEntry && 'atMost' in amount ? { amount: amount.atMost.toFixed() } : {}),
    ...(action === 'reduce' ? { share: 0.5 } : {}),
  });
}
