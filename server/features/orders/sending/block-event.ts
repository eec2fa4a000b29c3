import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { BlockEvent } from '../store/work.store.ts';

/** What a block's story says of one of its positions. */
export const blockEvent = (
  { view, position }: { view: BlockView; position: PositionView },
  event: Pick<BlockEvent, 'kind' | 'details' | 'at'>,
): BlockEvent => ({ userId: view.block.userId, blockId: view.block.id, positionId: position.id, ...event });
