import type { Key, KeyGroup } from '#contracts/keys.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import { mask } from '../../lib/mask.ts';
import type { Valued } from './balances/key-worth.ts';

const presentKey = ({ row, usdtBalance, usdtFree, balanceAt, refusal }: Valued, openBlocks: number): Key => ({
  uid: row.id,
  name: row.name,
  key: mask(row.apiKey),
  market: row.market as Market,
  usdtBalance,
  usdtFree,
  balanceAt,
  currency: 'USDT',
  inProcess: row.inProcess,
  groupName: row.groupName,
  multiplier: row.multiplier,
  ceiling: row.ceiling,
  fixed: row.fixed,
  openBlocks,
  paper: row.paper,
  disabledReason: row.disabledReason,
  refusal,
});

/** By market: the active main key with its group, then the other groups. */
export function presentKeyGroups(keys: Valued[], openBlocks: ReadonlyMap<string, number>) {
  const present = (key: Valued): Key => presentKey(key, openBlocks.get(key.row.id) ?? 0);
  const groupOf = (main: Valued): KeyGroup => ({
    mainKey: present(main),
    copyKeys: keys.filter(({ row }) => row.mainKeyId === main.row.id).map(present),
    groupName: main.row.groupName,
    repeatOutside: main.row.repeatOutside,
  });
  return MARKETS.filter((market) => keys.some(({ row }) => row.market === market)).map((market) => {
    const mains = keys.filter(({ row }) => row.market === market && row.mainKeyId === null);
    const active = mains.find(({ row }) => row.active);
    return {
      market,
      activeMainApiKeyGroup: active ? groupOf(active) : null,
      apiKeyGroups: mains.filter((main) => main !== active).map(groupOf),
    };
  });
}
