import { useCallback, useMemo, useState } from 'react';
import type { Section } from '#contracts/rules/view.ts';
import type { AverageWay } from '../../../features/orders/average/average-flow.tsx';
import type { WantedPurchase } from '../../../features/orders/average/bring-to.tsx';

/** What the rows of a tab join and split by. */
export interface Averaging {
  average: AverageWay | null;
  onAveraged: () => void;
  onFill: (purchase: WantedPurchase) => void;
}

/** From the header's Average menu to the rows: what was asked for, until it is done or given up. */
export function useAveraging(section: Section, of: { onRows: () => void; onFill: Averaging['onFill'] }) {
  const [average, setAverage] = useState<AverageWay | null>(null);
  const isOpen = section === 'buy' || section === 'sell';
  if (average !== null && !isOpen) setAverage(null);
  const { onRows, onFill } = of;
  const onAveraged = useCallback(() => setAverage(null), []);
  const ask = (way: AverageWay) => {
    setAverage(way);
    onRows();
  };
  const averaging = useMemo(() => ({ average, onAveraged, onFill }), [average, onAveraged, onFill]);
  return { averaging, onAverage: isOpen ? ask : undefined };
}
