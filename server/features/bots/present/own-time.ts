import type { BotRun } from '#contracts/bot-run.ts';
import { RunReplay } from '#contracts/bot-trust.ts';
import * as z from 'zod/mini';
import type { StoredRun } from '../runs/runs.store.ts';

/** what a run's own time came to where it was run again. */
export const replaysOf = ({ trust, twin, twinAt }: StoredRun['run']): Pick<BotRun, 'trust' | 'twin'> => ({
  trust: trust && z.decode(RunReplay, trust),
  twin: twinAt === null ? null : { replay: twin && z.decode(RunReplay, twin) },
});

/** X-12, of the main key's run; null where there is nothing to say yet. */
export function trustText(main: StoredRun | undefined): string | null {
  const trust = main?.run.trust;
  if (!trust) return null;
  return `Replay of its own time: ${(trust.difference * 100).toFixed(2)}% apart.`;
}
