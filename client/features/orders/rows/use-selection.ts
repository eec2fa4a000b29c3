import { useCallback, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';

/** Blocks that are selected; those that have left the list are not selected any more. */
export function useSelection(blocks: readonly (readonly OrderBlock[])[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(blocks.flatMap(([main]) => (main && chosen.has(main.blockId) ? main.blockId : [])));
  const select = useCallback(
    (blockId: string, isSelected: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        if (isSelected) next.add(blockId);
        else next.delete(blockId);
        return next;
      }),
    [],
  );
  return { selected, select, clear: () => setChosen(new Set()) };
}
