import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useState } from 'react';
import { averageBlocks, splitBlock } from '#contracts/average.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { call } from '../../../lib/call.ts';
import { newUuid } from '../../../lib/new-uuid.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { invalidateOrders, patchBlock } from '../orders.live.ts';
import type { AveragePair, Targets } from './average.queries.ts';

type Pressed =
  | { way: 'join'; blockIds: readonly string[]; targets: Targets }
  | { way: 'split'; blockId: string; shares: readonly Big[] };

function send({ market, symbolName }: AveragePair, pressed: Pressed, key: string) {
  const pair = { market, symbolName };
  const headers = { 'Idempotency-Key': key };
  return pressed.way === 'join'
    ? call(averageBlocks, { json: { ...pair, blockIds: [...pressed.blockIds], ...pressed.targets }, headers })
    : call(splitBlock, { json: { ...pair, blockId: pressed.blockId, shares: [...pressed.shares] }, headers });
}

const doneText = (pressed: Pressed): string =>
  pressed.way === 'join'
    ? `${pressed.blockIds.length} blocks joined into one`
    : `Split into ${pressed.shares.length} blocks`;

/** Joins or splits once, however often it is pressed: a press after a lost answer repeats its key. */
export function useAverage(pair: AveragePair, onDone: () => void) {
  const client = useQueryClient();
  const [key, setKey] = useState(newUuid);
  return useMutation({
    mutationFn: (pressed: Pressed) => send(pair, pressed, key),
    onSuccess: ({ error, orderBlocks, failed }, pressed) => {
      setKey(newUuid());
      if (error !== null) {
        toast.error(error);
        return;
      }
      for (const block of orderBlocks) patchBlock(client, block);
      const [first] = failed;
      if (first) toast.warning(`${doneText(pressed)}. ${isolated(first.connectorName)}: ${first.error}`);
      else toast.success(doneText(pressed));
      onDone();
    },
    onError: (error) => toast.error(`${sentenceOf(error)} Pressing again is safe: nothing is done twice.`),
    onSettled: () => invalidateOrders(client),
  });
}
