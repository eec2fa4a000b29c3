import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Market } from '#contracts/symbol.ts';
import { findPair, suggestedPairs } from '../../../features/alerts/new-alert.ts';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { Combobox } from '../../../ui/combobox.tsx';

interface Props {
  market: Market;
  /** 'xrp_usdt'. */
  value: string;
  onChange: (symbolName: string) => void;
}

/** A coin pair of a market, found by what is typed. */
export function PairField({ market, value, onChange }: Props) {
  const { data: pairs = [] } = useQuery(marketPairs(market));
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? pairLabel(value);
  const take = (text: string) => {
    setTyped(text);
    const exact = pairs.find(({ name }) => pairLabel(name) === text.toUpperCase());
    if (exact && exact.name !== value) onChange(exact.name);
  };
  const leave = () => {
    const found = findPair(pairs, shown);
    if (found && found.name !== value) onChange(found.name);
    setTyped(null);
  };
  return (
    <Combobox
      label="Coin pair"
      suggest={(text) => suggestedPairs(pairs, text).map(({ name }) => ({ value: pairLabel(name) }))}
      value={shown}
      onChange={take}
      onLeave={leave}
    />
  );
}
