import type { Key, KeyGroup } from '#contracts/keys.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import { mask } from '../../lib/mask.ts';
import type { Valued } from './balances/key-worth.ts';

/** A key, and how many blocks it has something open in. */
export interface Listed extends Valued {
  openBlocks: number;
}

const presentKey = ({ row, usdtBalance, usdtFree, balanceAt, refusal, openBlocks }: Listed): Key => ({
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
export function presentKeyGroups(keys: Listed[]) {
  const groupOf = (main: Listed): KeyGroup => ({
    mainKey: presentKey(main),
    copyKeys: keys.filter(({ row }) => row.mainKeyId === main.row.id).map(presentKey),
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
