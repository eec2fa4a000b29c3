import { useState } from 'react';
import { deleteKey, deleteKeyGroup, type LeaveBlocks } from '#contracts/key-groups.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type * as z from 'zod/mini';
import { toast } from '../../../ui/toast.ts';
import type { KeyContext } from '../key-context.ts';
import { useKeyChange } from '../keys.mutations.ts';

export type Leaving = z.output<typeof LeaveBlocks>;

/** Scrolls to the missing choice and focuses it. */
export function showChoice(choice: HTMLElement | null): void {
  choice?.scrollIntoView({ block: 'start' });
  choice?.querySelector('input')?.focus({ preventScroll: true });
}

/** Deletes one key, with the choice for its open blocks. */
export function useDeletion({ apiKey, group }: KeyContext, onDone: () => void) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const done = () => {
    toast.success(`${isolated(apiKey.name)} is deleted`);
    onDone();
  };
  const one = useKeyChange(deleteKey, done);
  const whole = useKeyChange(deleteKeyGroup, done);
  const { mainKey, copyKeys } = group;
  const takesGroup = apiKey.uid === mainKey.uid && copyKeys.length > 0;
  return {
    leaving,
    setLeaving,
    ready: apiKey.openBlocks === 0 || leaving !== null,
    busy: one.isPending || whole.isPending,
    run: (replaceUid: string | null) =>
      (takesGroup ? whole : one).mutate({
        mainUid: mainKey.uid,
        deleteUid: apiKey.uid,
        replaceUid,
        market: apiKey.market,
        ...(leaving !== null && { openBlocks: leaving }),
      }),
  };
}
export type Deletion = ReturnType<typeof useDeletion>;
