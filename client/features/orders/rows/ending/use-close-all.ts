import { useMutation, useQueryClient } from '@tanstack/react-query';
import { closeAll } from '#contracts/closing.ts';
import { call } from '../../../../lib/call.ts';
import { counted } from '../../../../lib/counted.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { invalidateOrders } from '../../orders.live.ts';
import type { OpenFilter } from '../../open-blocks.queries.ts';

/** Closes the confirmed blocks, and reports how many failed and why. */
export function useCloseAll({ market, symbolName, section, counterEarning }: OpenFilter, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blockIds: string[]) =>
      call(closeAll, { json: { market, symbolName, section, counterEarning, blockIds } }),
    onSuccess: ({ error, blocks }) => {
      const failed = blocks.filter((block) => block.error !== null || block.failed.length > 0);
      const [first] = failed;
      const reason = error ?? first?.error ?? first?.failed[0]?.error;
      if (!reason) toast.success(`${counted(blocks.length, 'block')} closed`);
      else
        toast.warning(
          `${failed.length} of ${counted(blocks.length, 'block')} could not be closed on every key. ${reason}`,
        );
    },
    onError: (error) => toast.error(`Not all blocks were closed. ${sentenceOf(error)}`),
    onSettled: () => {
      invalidateOrders(client);
      onDone();
    },
  });
}
