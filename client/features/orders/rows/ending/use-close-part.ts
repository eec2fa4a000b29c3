import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useRef } from 'react';
import { closePart } from '#contracts/closing.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../../../lib/call.ts';
import { newUuid } from '../../../../lib/new-uuid.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { invalidateOrders, patchBlock } from '../../orders.live.ts';

const FAILED = 'The part could not be closed';

/** Closes a part at market. After a lost answer the same press repeats the same request, which is done once. */
export function useClosePart(onDone: () => void) {
  const client = useQueryClient();
  const request = useRef({ text: '', id: '' });
  const idFor = (text: string): string => {
    if (request.current.text !== text) request.current = { text, id: newUuid() };
    return request.current.id;
  };
  return useMutation({
    mutationFn: ({ main: { blockId, symbol }, quantity }: { main: OrderBlock; quantity: Big }) =>
      call(closePart, {
        json: {
          market: symbol.market as Market,
          symbolName: symbol.name,
          blockId,
          quantity,
          requestId: idFor(`${blockId} ${quantity.toFixed()}`),
        },
      }),
    onSuccess: ({ error, orderBlocks, failed }, { main, quantity }) => {
      request.current = { text: '', id: '' };
      for (const order of orderBlocks) patchBlock(client, order);
      const ofMain = failed.find(({ uid }) => uid === main.keyUid);
      for (const each of failed) if (each !== ofMain) toast.warning(`${isolated(each.connectorName)}: ${each.error}`);
      const fault = error ?? ofMain?.error;
      if (fault) toast.warning(`${FAILED}. ${fault}`);
      else toast.success(`${grouped(quantity)} ${main.symbol.baseCurrency} closed at market`);
      if (!fault) onDone();
    },
    onError: (error) => toast.error(`${FAILED}. ${sentenceOf(error)}`),
    onSettled: () => invalidateOrders(client),
  });
}
