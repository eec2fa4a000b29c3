import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { Side } from '#contracts/symbol.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/field.tsx';
import { type Draft, type Filled, takeShare, typePrice, typeQuantity, typeTarget, typeTotal } from './order-draft.ts';
import styles from './order-form.module.css';

const SHARES = [
  { label: '25%', share: new Big('0.25') },
  { label: '50%', share: new Big('0.5') },
  { label: 'All', share: new Big(1) },
];

interface Props {
  side: Side;
  pair: Pair;
  /** Free balance of the spent currency; null while unknown. */
  free: Big | null;
  draft: Draft;
  filled: Filled;
  onChange: (draft: Draft) => void;
}

export const OrderFields = (props: Props) => (
  <>
    <Calculator {...props} />
    <div className={styles.free}>
      <Balance {...props} />
      <Shares {...props} />
    </div>
    <Targets {...props} />
  </>
);

const Calculator = ({ pair, draft, filled, onChange }: Props) => (
  <div className={styles.inset}>
    <Field
      label="Price"
      name="price"
      decimal
      value={filled.price}
      onChange={(event) => onChange(typePrice(draft, event.target.value, pair))}
      trailing={
        <>
          {pair.counterCurrency}
          <button
            type="button"
            className={styles.market}
            aria-pressed={draft.price === null}
            onClick={() => onChange({ ...draft, price: null })}
          >
            Market
          </button>
        </>
      }
    />
    <div className={styles.two}>
      <Field
        label="Quantity"
        name="quantity"
        decimal
        placeholder="0"
        value={filled.quantity}
        onChange={(event) => onChange(typeQuantity(draft, event.target.value, pair))}
        trailing={pair.baseCurrency}
      />
      <Field
        label="Total"
        name="total"
        decimal
        placeholder="0"
        value={filled.total}
        onChange={(event) => onChange(typeTotal(draft, event.target.value, pair))}
        trailing={pair.counterCurrency}
      />
    </div>
  </div>
);

const Balance = ({ side, pair, free }: Props) => (
  <p className={styles.balance}>
    <span>Balance</span>
    {side === 'buy' ? (
      <Amount value={free} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} copyable />
    ) : (
      <Amount value={free} decimals={pair.baseRound} unit={pair.baseCurrency} copyable />
    )}
  </p>
);

const Shares = ({ side, pair, free, draft, onChange }: Props) => (
  <fieldset className={styles.shares}>
    <legend className="visually-hidden">Share of the balance</legend>
    {SHARES.map(({ label, share }) => (
      <Button
        key={label}
        variant="quiet"
        small
        disabled={!free?.gt(0)}
        onClick={() => free && onChange(takeShare(draft, share, { side, pair, free }))}
      >
        {label}
      </Button>
    ))}
  </fieldset>
);

const TARGETS = [
  { target: 'takeProfit', label: 'Take profit' },
  { target: 'stopLoss', label: 'Stop loss' },
] as const;

const Targets = ({ pair, draft, filled: { targets }, onChange }: Props) => (
  <div className={classes(styles.two, styles.inset, styles.targets)}>
    {TARGETS.map(({ target, label }) => (
      <Field
        key={target}
        label={label}
        name={target}
        decimal
        placeholder="none"
        value={targets[target].text}
        onChange={(event) => onChange(typeTarget(draft, target, { typed: event.target.value, pair }))}
        hint={targets[target].hint ?? '\u00a0'}
        error={targets[target].error}
      />
    ))}
  </div>
);
