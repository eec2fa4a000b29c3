import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orderRows } from '../../../../features/orders/orders.queries.ts';
import type { View } from '#contracts/rules/view.ts';

/** Whether nothing was ever ordered with this key as far as is known; null while it is not known yet. */
export function useFirstOrder({ market, symbolName, counterEarning }: View, keyUid: string | null): boolean | null {
  const mark = `ordered:${keyUid}`;
  const ordered = keyUid !== null && localStorage.getItem(mark) !== null;
  const enabled = keyUid !== null && !ordered;
  const of = { market, symbolName, counterEarning, page: 0 };
  const lists = [
    useQuery({ ...orderRows({ ...of, section: 'buy' }), enabled }),
    useQuery({ ...orderRows({ ...of, section: 'sell' }), enabled }),
    useQuery({ ...orderRows({ ...of, section: 'history' }), enabled }),
  ];
  const some = lists.some(({ data }) => data && data.blocks.length > 0);
  useEffect(() => {
    if (enabled && some) localStorage.setItem(mark, 'yes');
  }, [enabled, some, mark]);
  if (ordered || some) return false;
  return lists.every(({ data }) => data?.blocks.length === 0) ? true : null;
}
