import { Big } from 'big.js';
import { useId } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { TOTAL_DECIMALS } from '#contracts/rules/order-total.ts';
import type { Side } from '#contracts/symbol.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { takeShare, typePrice, typeQuantity, typeTotal } from './order-draft.ts';
import { type OrderFormProps, useOrderForm } from './use-order-form.ts';
import styles from './order-form.module.css';
import { Receipt } from './receipt.tsx';

const SHARES = [
  { label: '25%', share: new Big('0.25') },
  { label: '50%', share: new Big('0.5') },
  { label: 'All', share: new Big(1) },
];

/** Keyed by pair and side from outside: another pair begins with an empty form. */
export function OrderForm(props: OrderFormProps) {
  const { side, pair, circumstances } = props;
  const { free } = circumstances;
  const noteId = useId();
  const form = useOrderForm(props);
  const { draft, filled, change, sending } = form;
  const word = side === 'buy' ? 'Buy' : 'Sell';
  return (
    <form className={styles.form} onSubmit={form.submit} aria-label={`${word} ${pair.baseCurrency}`} noValidate>
      <div className={styles.two}>
        <Field
          label="Price"
          decimal
          value={filled.price}
          onChange={(event) => change(typePrice(draft, event.target.value, pair))}
          trailing={<MarketButton on={draft.price === null} onPress={() => change({ ...draft, price: null })} />}
        />
        <Field
          label="Quantity"
          decimal
          placeholder="0"
          value={filled.quantity}
          onChange={(event) => change(typeQuantity(draft, event.target.value, pair))}
          trailing={pair.baseCurrency}
        />
      </div>
      <div className={styles.free}>
        <Balance side={side} pair={pair} free={free} />
        <Shares
          disabled={!free?.gt(0)}
          onTake={(share) => free && change(takeShare(draft, share, { side, pair, free }))}
        />
      </div>
      <Field
        label="Total"
        decimal
        placeholder="0"
        value={filled.total}
        onChange={(event) => change(typeTotal(draft, event.target.value))}
        trailing={pair.counterCurrency}
      />
      <Receipt side={side} pair={pair} terms={filled.receipt} />
      <Button
        type="submit"
        variant={side}
        wide
        busy={sending}
        disabled={!form.ready && !sending}
        aria-describedby={noteId}
      >
        {sending ? 'Sending…' : `${word} ${pair.baseCurrency}`}
      </Button>
      <output id={noteId} className={form.refused ? styles.refusal : styles.note}>
        {form.note}
      </output>
    </form>
  );
}

const Balance = ({ side, pair, free }: { side: Side; pair: Pair; free: Big | null }) => (
  <p className={styles.balance}>
    <span>Balance</span>
    {side === 'buy' ? (
      <Amount value={free} decimals={TOTAL_DECIMALS} unit={pair.counterCurrency} copyable />
    ) : (
      <Amount value={free} decimals={pair.baseRound} unit={pair.baseCurrency} copyable />
    )}
  </p>
);

const MarketButton = ({ on, onPress }: { on: boolean; onPress: () => void }) => (
  <button type="button" className={styles.market} aria-pressed={on} onClick={onPress}>
    Market
  </button>
);

const Shares = ({ disabled, onTake }: { disabled: boolean; onTake: (share: Big) => void }) => (
  <fieldset className={styles.shares}>
    <legend className="visually-hidden">Share of the balance</legend>
    {SHARES.map(({ label, share }) => (
      <Button key={label} variant="quiet" small disabled={disabled} onClick={() => onTake(share)}>
        {label}
      </Button>
    ))}
  </fieldset>
);
