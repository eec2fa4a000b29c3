import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { changeTargetsOf, type DesiredTargets } from '../../targets.ts';

export function useTargets(block: OrderBlock) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (desired: DesiredTargets) => changeTargetsOf(client, block, desired) });
}
