import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { type FormEvent, useId, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { distanceText } from '#contracts/rules/price-distance.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { type ChangedEntry, changeEntryOf, mayChange } from '../../change-entry.ts';
import { useMarketPrice } from '../../market-price.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { Note } from '../../figures/figures.tsx';
import styles from './change.module.css';
import { readChange, wrongWayText } from './change-draft.ts';

interface Props {
  /** Orders of the block, the main key's first. */
  orders: readonly OrderBlock[];
  offline: boolean;
  onClose: () => void;
}

function useDraft(main: OrderBlock) {
  const [typed, setTyped] = useState({
    price: main.firstPlacedPrice.toFixed(main.counterRound),
    quantity: main.firstPlacedQuantity.toFixed(),
  });
  const read = readChange(main, typed);
  const isSame = read.price?.eq(main.firstPlacedPrice) && read.quantity?.eq(main.firstPlacedQuantity);
  const isSound = read.priceFault === null && read.quantityFault === null;
  return { typed, setTyped, ...read, ready: isSound && !isSame };
}

/** What the order comes to, and what a slip of the finger would cost. */
function Consequence({ main, price, quantity }: { main: OrderBlock; price: Big; quantity: Big }) {
  const market = useMarketPrice();
  const { symbol, firstFilledQuantity: filled } = main;
  const left = quantity.minus(filled);
  const wrong = market && wrongWayText(main, { price, quantity }, market);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{filled.gt(0) ? 'Order for the rest' : 'Total'}</dt>
          <dd>
            <Amount value={left.times(price)} decimals={symbol.counterAmountDecimals} unit={symbol.counterCurrency} />
          </dd>
        </div>
        {filled.gt(0) ? (
          <div>
            <dt>Filled, stays as it is</dt>
            <dd>
              <Amount value={filled} decimals={main.baseRound} unit={symbol.baseCurrency} />
            </dd>
          </div>
        ) : null}
      </dl>
      {wrong ? <Note tone="doubt">{wrong}</Note> : null}
    </>
  );
}

const followers = (orders: readonly OrderBlock[]): string | null => {
  const count = orders.slice(1).filter((copy) => !isOver(copy) && mayChange(copy)).length;
  if (count === 0) return null;
  return count === 1 ? 'One copy follows by its own amount.' : `${count} copies follow by their own amounts.`;
};

const HOW =
  'The order is canceled, and placed anew once that is confirmed: it goes to the end of the queue at its price.';

function Fields({ main, draft }: { main: OrderBlock; draft: ReturnType<typeof useDraft> }) {
  const market = useMarketPrice();
  const { typed, setTyped, price } = draft;
  return (
    <>
      <Field
        label="Price"
        decimal
        value={typed.price}
        error={draft.priceFault}
        hint={price && market && draft.priceFault === null ? distanceText(main.section, price, market) : '\u00a0'}
        trailing={main.symbol.counterCurrency}
        onChange={({ target }) => setTyped({ ...typed, price: cleanNumber(target.value, main.counterRound) })}
      />
      <Field
        label="Amount"
        decimal
        value={typed.quantity}
        error={draft.quantityFault}
        trailing={main.symbol.baseCurrency}
        onChange={({ target }) => setTyped({ ...typed, quantity: cleanNumber(target.value, main.baseRound) })}
      />
    </>
  );
}

/** Changes price and amount of an entry that waits on the exchange. */
export function ChangeDialog({ orders: [main, ...copies], ...of }: Props) {
  return main ? <Form main={main} orders={[main, ...copies]} {...of} /> : null;
}

function Form({ main, orders, offline, onClose }: Props & { main: OrderBlock }) {
  const formId = useId();
  const client = useQueryClient();
  const draft = useDraft(main);
  const { price, quantity } = draft;
  const change = useMutation({
    mutationFn: (to: ChangedEntry) => changeEntryOf(client, main, to),
    onSuccess: (isDone) => (isDone ? onClose() : undefined),
  });
  const may = mayChange(main);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (price && quantity && draft.ready && may && !offline) change.mutate({ price, quantity });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${main.section} order`}
      footer={
        <DialogActions
          onBack={onClose}
          type="submit"
          form={formId}
          busy={change.isPending}
          disabled={offline || !may || !draft.ready}
        >
          Change order
        </DialogActions>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {may ? null : <p>This order is no longer waiting.</p>}
        <Fields main={main} draft={draft} />
        {price && quantity && draft.priceFault === null && draft.quantityFault === null ? (
          <Consequence main={main} price={price} quantity={quantity} />
        ) : null}
        <p className={styles.hint}>{[HOW, followers(orders)].filter(Boolean).join(' ')}</p>
      </form>
    </Dialog>
  );
}
