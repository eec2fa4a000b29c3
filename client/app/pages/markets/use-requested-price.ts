import { useCallback } from 'react';
import type { Big } from 'big.js';
import { useLocation, useNavigate } from 'react-router-dom';
import type { View } from '#contracts/rules/view.ts';
import { draftPrice, draftQuantity, viewPath } from '../../../features/markets/view-path.ts';
import { sortedPath } from '../../../features/orders/rows/sorting.ts';

export interface RequestedPrice {
  price: string;
  /** Base units; null asks for none. */
  quantity: string | null;
  /** Identifies one request, because the same price may be requested again. */
  key: string;
}

/**
 * Price requested by the address (`?price=`, set by the chart or an alert's link); it only fills the form and places
 * nothing.
 */
export function useRequestedPrice(view: View): [RequestedPrice | null, (price: Big, quantity?: Big) => void] {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const price = draftPrice(params);
  const { market, symbolName, counterEarning, section } = view;
  const request = useCallback(
    (next: Big, quantity?: Big) => {
      const path = viewPath({ market, symbolName, counterEarning, section }, next, quantity);
      void navigate(sortedPath(path, new URLSearchParams(search)), { replace: true });
    },
    [navigate, search, market, symbolName, counterEarning, section],
  );
  return [price === null ? null : { price, quantity: draftQuantity(params), key }, request];
}
