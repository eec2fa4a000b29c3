import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

const sentence = ({ section, symbol, firstFilledQuantity, firstFilledPrice, status, ...block }: OrderBlock): string => {
  const quantity = `${formatAmount(firstFilledQuantity, block.baseRound)} ${symbol.baseCurrency}`;
  const price = `${formatAmount(firstFilledPrice, block.counterRound)} ${symbol.counterCurrency}`;
  return `${status === 'partly-filled' ? 'Partly filled' : 'Filled'}: ${section === 'buy' ? 'bought' : 'sold'} ${quantity} at ${price}`;
};

const filledOf = (blocks: readonly OrderBlock[]): ReadonlyMap<string, string> =>
  new Map(blocks.map((block) => [block.blockId, block.firstFilledQuantity.toFixed()]));

const newest = (blocks: readonly OrderBlock[]): number => Math.max(0, ...blocks.map((block) => block.firstPlacedTime));

/** Announces new fills to screen readers. */
export function FillAnnouncer({ blocks }: { blocks: readonly OrderBlock[] }) {
  const [known, setKnown] = useState({ blocks, filled: filledOf(blocks), news: '' });
  if (known.blocks !== blocks) {
    const since = newest(known.blocks);
    const changed = blocks.filter(({ blockId, firstFilledQuantity, firstPlacedTime }) => {
      const before = known.filled.get(blockId);
      const isNews = before === undefined ? firstPlacedTime > since : before !== firstFilledQuantity.toFixed();
      return isNews && firstFilledQuantity.gt(0);
    });
    const news = changed.map(sentence).join('. ');
    setKnown({ blocks, filled: filledOf(blocks), news: news || known.news });
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {known.news}
    </output>
  );
}
