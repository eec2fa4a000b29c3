import { useCallback } from 'react';
import type { Big } from 'big.js';
import { useLocation, useNavigate } from 'react-router-dom';
import type { View } from '#contracts/rules/view.ts';
import { draftPrice, viewPath } from '../../../features/markets/view-path.ts';
import { sortedPath } from '../../../features/orders/rows/sorting.ts';

export interface AskedPrice {
  price: string;
  /** Of one asking: the same price may be asked for again. */
  key: string;
}

/**
 * The price that an address (`?price=`, as a chart or an alert's link sets it) asks the order form to take. The form
 * only fills it in; nothing is placed without a press.
 */
export function useAskedPrice(view: View): [AskedPrice | null, (price: Big) => void] {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const price = draftPrice(new URLSearchParams(search));
  const { market, symbolName, counterEarning, section } = view;
  const ask = useCallback(
    (next: Big) => {
      const path = viewPath({ market, symbolName, counterEarning, section }, next);
      void navigate(sortedPath(path, new URLSearchParams(search)), { replace: true });
    },
    [navigate, search, market, symbolName, counterEarning, section],
  );
  return [price === null ? null : { price, key }, ask];
}
