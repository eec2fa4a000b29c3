import { queryOptions } from '@tanstack/react-query';
import type { Key, KeyGroup } from '#contracts/keys.ts';
import { allKeys, type Keys } from './keys.queries.ts';

const keysOf = ({ mainKey, copyKeys }: KeyGroup): Key[] => [mainKey, ...copyKeys];

function findKey({ apiKeyMarketGroups }: Keys, uid: string): Key | undefined {
  const groups = apiKeyMarketGroups.flatMap((market) =>
    [market.activeMainApiKeyGroup ?? [], market.apiKeyGroups].flat(),
  );
  return groups.flatMap(keysOf).find((key) => key.uid === uid);
}

/** Value of one key; undefined if the key is unknown. */
export const worthOf = (uid: string) =>
  queryOptions({
    ...allKeys,
    select: (keys) => {
      const key = findKey(keys, uid);
      return (
        key && {
          usdtBalance: key.usdtBalance,
          usdtFree: key.usdtFree,
          balanceAt: key.balanceAt,
          currency: key.currency,
        }
      );
    },
  });
