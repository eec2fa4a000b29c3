import type { Big } from 'big.js';
import { useState } from 'react';
import { grouped } from '#contracts/rules/decimal.ts';
import { openBooks, resultAt, wholeQuantity } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { haltMessage } from '../../../../lib/halt-message.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { type Ending, endings, isHeld } from '../../figures/block-state.ts';
import { Profit } from '../../figures/figures.tsx';
import { useResolveInterference } from '../events/use-resolve.ts';
import styles from './ending.module.css';
import { PartChoice, PartLines, usePart } from './part-choice.tsx';
import { useClosePart } from './use-close-part.ts';
import { useEndBlock } from './use-end-block.ts';

const TEXTS = {
  remove: { title: 'Remove this order?', choice: 'Cancel the rest', act: 'Remove order' },
  close: { title: 'Close this block?', choice: 'Close at market', act: 'Close block' },
};
const PART = { title: 'Close a part of this block?', act: 'Close part' };

/** Canceled part of one key's entry. */
function Canceled({ part }: { part: OrderBlock }) {
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = part.symbol;
  const { firstFilledUnrealizedQuantity: rest, firstPlacedPrice: price, firstFilledQuantity: filled } = part;
  return (
    <p>
      The {part.section} order of <Amount value={rest} decimals={part.baseRound} unit={baseCurrency} /> at{' '}
      <Amount value={price} decimals={part.counterRound} unit={counterCurrency} /> (
      <Amount value={rest.times(price)} decimals={decimals} unit={counterCurrency} />) will be canceled on the exchange.
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

const mayTrade = ({ symbol }: OrderBlock, quantity: Big, price: Big): boolean =>
  quantity.gt(0) && quantity.times(price).gte(symbol.minCounterQuantity);

/** Whether a close would trade anything; null while unknown. */
function isTradable(part: OrderBlock, price: Big | null): boolean | null {
  const books = openBooks(part);
  return books && price && mayTrade(part, wholeQuantity(books.moved, books, price), price);
}

/** Whether no order of the block could trade anything. */
function useIsNothing(parts: readonly OrderBlock[]): boolean {
  const price = useMarketPrice();
  return parts.length > 0 && parts.every((part) => isTradable(part, price) === false);
}

function TooSmall({ part: { section, symbol, baseRound, counterRound }, quantity, price }: Sized) {
  const { baseCurrency, counterCurrency, minCounterQuantity } = symbol;
  return (
    <p>
      Nothing can be {section === 'buy' ? 'sold' : 'bought back'}:{' '}
      <Amount value={quantity} decimals={baseRound} unit={baseCurrency} /> are worth{' '}
      <Amount value={quantity.times(price)} decimals={counterRound} unit={counterCurrency} />, under the{' '}
      {grouped(minCounterQuantity)} {counterCurrency} minimum.
    </p>
  );
}

interface Sized {
  part: OrderBlock;
  quantity: Big;
  price: Big;
}

/** Releases a position too small to trade; its coins and orders stay in the account. */
function Release({ parts, offline, onDone }: { parts: readonly OrderBlock[]; offline: boolean; onDone: () => void }) {
  const settling = useResolveInterference();
  const release = async () => {
    for (const { blockId, keyUid: uid } of parts) await settling.mutateAsync({ blockId, uid, choice: 'release' });
    onDone();
  };
  return (
    <div className={styles.release}>
      <p>Release takes it off your list. Its coins and resting orders stay in your account.</p>
      <Button variant="quiet" busy={settling.isPending} disabled={offline} onClick={() => void release()}>
        Release
      </Button>
    </div>
  );
}

/** Quantity, value and result of closing one key's position now. */
function Closed({ part }: { part: OrderBlock }) {
  const price = useMarketPrice();
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = part.symbol;
  const books = openBooks(part);
  if (!books || !price)
    return <p>The whole position is {part.section === 'buy' ? 'sold' : 'bought back'} at market.</p>;
  const quantity = wholeQuantity(books.moved, books, price);
  if (!mayTrade(part, quantity, price)) return <TooSmall part={part} quantity={quantity} price={price} />;
  return (
    <p>
      <Amount value={quantity} decimals={part.baseRound} unit={baseCurrency} />{' '}
      {part.section === 'buy' ? 'are sold' : 'are bought back'} at market: about{' '}
      <Amount value={quantity.times(price)} decimals={decimals} unit={counterCurrency} /> at{' '}
      <Amount value={price} decimals={part.counterRound} unit={counterCurrency} />. Result about{' '}
      <Profit block={part} value={resultAt(books, price)?.profit ?? null} />.
    </p>
  );
}

const concerns = {
  remove: ({ status }: OrderBlock) => status === 'placed' || status === 'partly-filled',
  close: isHeld,
};

function Parts({ parts, way, named }: { parts: readonly OrderBlock[]; way: Ending; named: boolean }) {
  const Line = way === 'remove' ? Canceled : Closed;
  return parts.map((part) => (
    <div key={part.keyUid} className={styles.part}>
      {named ? <strong>{part.connectorName}</strong> : null}
      <Line part={part} />
    </div>
  ));
}

const haltOf = ([main]: readonly OrderBlock[]): string | null => (main ? haltMessage(main.symbol) : null);
/** Entries can be canceled even while the pair is halted. */
const isShut = (halt: string | null, way: Ending): boolean => halt !== null && way === 'close';

/** Affected orders; none can be closed while the pair is halted. */
const partsOf = (orders: readonly OrderBlock[], way: Ending): readonly OrderBlock[] =>
  isShut(haltOf(orders), way) ? [] : orders.filter(concerns[way]);

function Halted({ text, way }: { text: string | null; way: Ending }) {
  if (text === null) return null;
  return (
    <p>
      {text} {isShut(text, way) ? 'It can be closed once the pair trades again.' : null}
    </p>
  );
}

interface Props {
  /** Orders of the block, the main key's first. */
  orders: readonly OrderBlock[];
  offline: boolean;
  /** Opens with half of it chosen. */
  half?: boolean;
  onClose: () => void;
}

/** Closing all of a block or a part of it, or canceling its entry. */
function useEnding({ orders, half = false, onClose }: Props) {
  const ways = endings(orders);
  const [chosen, setChosen] = useState<Ending | null>(null);
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'close');
  const ending = useEndBlock(onClose);
  const closing = useClosePart(onClose);
  const part = usePart(way === 'close' ? orders[0] : undefined, half ? '0.5' : 'all');
  const press = () => {
    const { main, quantity } = part;
    if (main && quantity) closing.mutate({ main, quantity });
    else ending.mutate({ orders, way });
  };
  const isPart = part.quantity !== null || part.fault !== null;
  const { title, act } = isPart ? PART : TEXTS[way];
  return { ways, way, setChosen, part, isPart, title, act, press, busy: ending.isPending || closing.isPending };
}

interface HowProps {
  ways: readonly Ending[];
  way: Ending;
  onChoose: (way: Ending) => void;
}

const How = ({ ways, way, onChoose }: HowProps) =>
  ways.length > 1 ? (
    <Segments
      label="How to end it"
      labelHidden
      options={ways.map((value) => ({ value, label: TEXTS[value].choice }))}
      value={way}
      onChange={onChoose}
    />
  ) : null;

/** Confirms ending a block, with the amounts of every key. */
export function EndDialog(props: Props) {
  const { orders, offline, onClose } = props;
  const { ways, way, setChosen, part, isPart, title, act, press, busy } = useEnding(props);
  const halt = haltOf(orders);
  const parts = partsOf(orders, way);
  const isNothing = useIsNothing(parts) && way === 'close';
  const isShutNow = isNothing || part.fault !== null || isShut(halt, way);
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
          busy={busy}
          disabled={offline || ways.length === 0 || isShutNow}
          onClick={press}
        >
          {busy ? 'Please wait....' : act}
        </DialogActions>
      }
    >
      <How ways={ways} way={way} onChoose={setChosen} />
      {ways.length === 0 ? <p>This block has already ended.</p> : null}
      <Halted text={halt} way={way} />
      {isNothing || isShut(halt, way) ? null : <PartChoice part={part} />}
      {isPart ? <PartLines part={part} orders={orders} /> : <Parts parts={parts} way={way} named={orders.length > 1} />}
      {isNothing ? <Release parts={parts} offline={offline} onDone={onClose} /> : null}
    </Dialog>
  );
}
