import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { toast } from '../../../ui/toast.ts';
import type { Rows } from '../open-rows.ts';
import { rowsKey } from '../orders.queries.ts';
import { STATUS } from '#contracts/rules/block-words.ts';
import { copyOutcome } from '../rows/copy-outcome.ts';

/** Later outcomes show on the row alone. */
const WITHIN_MS = 30_000;

const isSettled = ({ status }: OrderBlock): boolean => status !== 'pending' && status !== 'unconfirmed';

function ordersOf(client: QueryClient, blockId: string): readonly OrderBlock[] {
  const lists = client.getQueriesData<Rows>({ queryKey: rowsKey });
  const blocks = lists.flatMap(([, rows]) => rows?.blocks ?? []);
  return blocks.find(([main]) => main?.blockId === blockId) ?? [];
}

/** 'Filled. 6 of 8 copied; Mum skipped (too small), Fund refused (IP)'; null while there is nothing to say. */
function outcomeText([main, ...copies]: readonly OrderBlock[]): { text: string; failed: boolean } | null {
  if (!main || copies.length === 0 || ![main, ...copies].every(isSettled)) return null;
  const failed = copyOutcome(copies);
  return {
    text: `${STATUS[main.status]}. ${failed ?? `${copies.length} of ${copies.length} copied`}`,
    failed: failed !== null,
  };
}

/** Announces once what became of the copies of an order that was just placed. */
export function announceCopies(client: QueryClient, blockId: string): void {
  const cache = client.getQueryCache();
  const announce = (): boolean => {
    const outcome = outcomeText(ordersOf(client, blockId));
    if (!outcome) return false;
    const show = outcome.failed ? toast.warning : toast.success;
    show(outcome.text, { id: `copies ${blockId}` });
    return true;
  };
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[1] === rowsKey[1] && announce()) end();
  });
  const timer = setTimeout(stop, WITHIN_MS);
  const end = () => {
    stop();
    clearTimeout(timer);
  };
  if (announce()) end();
}
