import type { OutsideDeal } from '#contracts/live.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { marketName } from '#contracts/rules/market-name.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { toast } from '../../ui/toast.ts';
import { allKeys, type Keys, keysKey } from './keys.queries.ts';

type Names = ReadonlyMap<string, { uid: string; name: string }>;

const activeNames = (keys: Keys | undefined): Names =>
  new Map(
    keys?.apiKeyMarketGroups.flatMap(({ market, activeMainApiKeyGroup: active }) =>
      active ? [[market, active.mainKey]] : [],
    ),
  );

/** Calls `changed` with the new key's name when another key becomes active. */
export function watchActiveKey(client: QueryClient, changed: (name: string) => void): () => void {
  let known = client.getQueryData(allKeys.queryKey);
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== hashKey(keysKey)) return;
    // After sign-out the next list may be another user's.
    if (type === 'removed') known = undefined;
    const now = client.getQueryData(allKeys.queryKey);
    if (type !== 'updated' || now === known || !now) return;
    const before = activeNames(known);
    known = now;
    for (const [market, { uid, name }] of activeNames(now)) {
      const last = before.get(market);
      if (last && last.uid !== uid) changed(name);
    }
  });
}

/** A newer toast of the same key replaces the older one. */
export function announceExternalDeal({
  keyUid,
  keyName,
  market,
  symbolName,
  side,
  quantity,
  price,
}: OutsideDeal): void {
  const [base = ''] = symbolName.split('_');
  const pair = pairLabel(symbolName);
  const what = quantity === null ? pair : `${grouped(quantity)} ${base.toUpperCase()} of ${pair}`;
  const at = price === null ? 'at market' : `at ${grouped(price)}`;
  const deal = `${isolated(keyName)}: an order to ${side} ${what} ${at} was placed directly on ${marketName(market)}.`;
  toast.info(`${deal} It is not copied: 'Copy trades made on the exchange' is off.`, { id: `outside-${keyUid}` });
}
