import { useState } from 'react';
import { openBooks, resultAt, wholeQuantity } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { type Ending, endings, isHeld } from '../block-state.ts';
import { Profit } from '../figures.tsx';
import styles from './ending.module.css';
import { useEndBlock } from './use-end-block.ts';

const WORDS = {
  remove: { title: 'Remove this order?', choice: 'Cancel the rest', act: 'Remove order' },
  close: { title: 'Close this block?', choice: 'Close at market', act: 'Close block' },
};

/** What is cancelled of one key's entry. */
function Cancelled({ part }: { part: OrderBlock }) {
  const { baseCurrency, counterCurrency } = part.symbol;
  const { firstFilledUnrealizedQuantity: rest, firstPlacedPrice: price, firstFilledQuantity: filled } = part;
  return (
    <p>
      The {part.section} order of <Amount value={rest} decimals={part.baseRound} unit={baseCurrency} /> at{' '}
      <Amount value={price} decimals={part.counterRound} unit={counterCurrency} /> (
      <Amount value={rest.times(price)} decimals={4} unit={counterCurrency} />) will be cancelled on the exchange.
      {filled.gt(0) ? (
        <>
          {' '}
          <Amount value={filled} decimals={part.baseRound} unit={baseCurrency} /> of it is filled and stays as a filled
          entry.
        </>
      ) : null}
    </p>
  );
}

/** What is traded of one key's part, and what that comes to now. */
function Closed({ part }: { part: OrderBlock }) {
  const price = useMarketPrice();
  const { baseCurrency, counterCurrency } = part.symbol;
  const books = openBooks(part);
  if (!books || !price)
    return <p>Everything that it holds is {part.section === 'buy' ? 'sold' : 'bought back'} at market.</p>;
  const quantity = wholeQuantity(books.moved, books, price);
  return (
    <p>
      <Amount value={quantity} decimals={part.baseRound} unit={baseCurrency} />{' '}
      {part.section === 'buy' ? 'are sold' : 'are bought back'} at market: about{' '}
      <Amount value={quantity.times(price)} decimals={4} unit={counterCurrency} /> at{' '}
      <Amount value={price} decimals={part.counterRound} unit={counterCurrency} />. Result about{' '}
      <Profit block={part} value={resultAt(books, price)?.profit ?? null} />.
    </p>
  );
}

const concerns = {
  remove: ({ status }: OrderBlock) => status === 'placed' || status === 'partly-filled',
  close: isHeld,
};

interface Props {
  /** The block's parts, the main key's first. */
  orders: readonly OrderBlock[];
  offline: boolean;
  onClose: () => void;
}

/** One question with the exact amounts, for every key of the block. */
export function EndDialog({ orders, offline, onClose }: Props) {
  const ways = endings(orders);
  const [chosen, setChosen] = useState<Ending | null>(null);
  const ending = useEndBlock(onClose);
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'close');
  const { title, act } = WORDS[way];
  const parts = orders.filter(concerns[way]);
  const Line = way === 'remove' ? Cancelled : Closed;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <DialogActions
          back="Keep it"
          onBack={onClose}
          variant="danger"
          busy={ending.isPending}
          disabled={offline || ways.length === 0}
          onClick={() => ending.mutate({ orders, way })}
        >
          {ending.isPending ? 'Please wait....' : act}
        </DialogActions>
      }
    >
      {ways.length > 1 ? (
        <Segments
          label="How it ends"
          labelHidden
          options={ways.map((value) => ({ value, label: WORDS[value].choice }))}
          value={way}
          onChange={setChosen}
        />
      ) : null}
      {ways.length === 0 ? <p>This block has ended meanwhile.</p> : null}
      {parts.map((part) => (
        <div key={part.keyUid} className={styles.part}>
          {orders.length > 1 ? <strong>{part.connectorName}</strong> : null}
          <Line part={part} />
        </div>
      ))}
    </Dialog>
  );
}
