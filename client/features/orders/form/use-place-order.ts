import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PlaceOrder, placeFirstOrder } from '#contracts/orders.ts';
import type { Side } from '#contracts/symbol.ts';
import { useEffect, useRef, useState } from 'react';
import { call, CallError } from '../../../lib/call.ts';
import { newUuid } from '../../../lib/new-uuid.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { patchBlock, invalidateOrders } from '../orders.live.ts';
import { announceCopies } from './announce-copies.ts';
import { ANSWER_WITHIN, noAnswerMessage, STILL_WAITING } from './no-answer.ts';

export type Order = PlaceOrder & { section: Side };

/** Whether the order was definitely not placed; 5xx and lost answers leave that open. */
const isDefinite = (error: Error): boolean =>
  error instanceof CallError && error.fromSite && error.status < 500 && error.status !== 409;

const SLOW_MS = 3_000;

/** True once the condition has held for `ms`; false as soon as it no longer holds. */
function useSustained(is: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  if (!is && lasts) setLasts(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [is, ms]);
  return is && lasts;
}

/** Two orders are the same if this text is. */
export const orderText = ({
  section,
  price,
  counterQuantity,
  takeProfitPrice,
  stopLossPrice,
  takeProfits,
  stopLoss,
  time,
  expiresAfter,
  trigger,
  trailing,
  ladder,
  ...order
}: Order): string =>
  [
    section,
    order.market,
    order.symbolName,
    order.counterEarning,
    order.mainUid,
    ...[price, counterQuantity, takeProfitPrice, stopLossPrice].map((amount) => amount?.toFixed() ?? '-'),
    JSON.stringify([takeProfits, stopLoss, time, expiresAfter, trigger, trailing, ladder]),
  ].join(' ');

/**
 * Places an entry. Sending the same order again after a lost answer repeats its idempotency key; a definite answer or
 * another order creates a new one.
 */
export function usePlaceOrder({ onPlaced, onRefused }: { onPlaced: () => void; onRefused: () => void }) {
  const client = useQueryClient();
  const form = useRef({ text: '', key: '' });
  const keyFor = (order: Order): string => {
    const text = orderText(order);
    if (form.current.text !== text) form.current = { text, key: newUuid() };
    return form.current.key;
  };
  const renew = () => {
    form.current = { text: '', key: '' };
  };
  const placing = useMutation({
    mutationFn: ({ section, ...json }: Order) =>
      call(placeFirstOrder, {
        params: { section },
        json,
        signal: AbortSignal.timeout(ANSWER_WITHIN),
        headers: { 'Idempotency-Key': keyFor({ section, ...json }) },
      }),
    onSuccess: ({ error, orderBlock }) => {
      renew();
      if (error !== null) {
        toast.error(error);
        onRefused();
        return;
      }
      toast.success('Order successfully placed');
      if (orderBlock) {
        patchBlock(client, orderBlock);
        announceCopies(client, orderBlock.blockId);
      }
      onPlaced();
    },
    onError: (error) => {
      if (isDefinite(error)) renew();
      toast.error(noAnswerMessage(error) ?? sentenceOf(error));
      // An order with a lost answer may already have a row.
      invalidateOrders(client);
    },
  });
  const isSlow = useSustained(placing.isPending, SLOW_MS);
  return { ...placing, waits: isSlow ? STILL_WAITING : null };
}
