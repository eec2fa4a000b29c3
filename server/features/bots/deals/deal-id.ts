import { hash } from 'node:crypto';
import type { DealBlock } from '../../../domain/strategies/deals/deal-facts.ts';

/** C-13: the same attempt of the same leg is always the same block, so that it cannot be placed twice. */
export function dealBlockId(
  { runId, deal }: { runId: string; deal: number },
  { leg, number, attempt }: Pick<DealBlock, 'leg' | 'number' | 'attempt'>,
): string {
  const id = hash('sha256', `${runId} ${deal} ${leg} ${number} ${attempt}`);
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20, 32)}`;
}
