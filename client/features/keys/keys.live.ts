import type { OutsideDeal } from '#contracts/live.ts';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { keysKey } from './keys.queries.ts';
import { marketName } from './market-name.ts';

export function readKeysAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keysKey });
}

/** Of several in a row the newest stands. */
export function sayOutsideDeal({ keyUid, keyName, market, symbolName, side, quantity, price }: OutsideDeal): void {
  const [base = ''] = symbolName.split('_');
  const pair = symbolName.replace('_', '/').toUpperCase();
  const what = quantity === null ? pair : `${quantity.toFixed()} ${base.toUpperCase()} of ${pair}`;
  const at = price === null ? 'at market' : `at ${price.toFixed()}`;
  const deal = `Directly on ${marketName(market)}, ${keyName} was told to ${side} ${what} ${at}.`;
  toast.info(`${deal} Its copies do not repeat it: 'Repeat outside deals' is off.`, { id: `outside-${keyUid}` });
}
