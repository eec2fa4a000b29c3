import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { distanceText, placeText } from '#contracts/rules/price-distance.ts';
import type { Side } from '#contracts/symbol.ts';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/field.tsx';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { takeShare, toggleRisk, typePrice, typeQuantity, typeTotal, typeTurns } from './draft-edits.ts';
import { type Draft, type Filled, isByRisk } from './order-draft.ts';
import styles from './order-form.module.css';
import { toggleExpiry, toggleLadder, togglePlan, toggleWaits } from './order-plan.ts';
import { RiskField } from './risk-field.tsx';
import { TargetFields } from './target-fields.tsx';
import type { FundedKey } from './use-order-form.ts';

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
  /** What of that currency besides belongs to bots. */
  keptByBots: Big;
  /** The last price; null while unknown. */
  marketPrice: Big | null;
  tradingKey: FundedKey;
  /** Whether it may have a plan: a block that earns base has one take profit and one stop. */
  counterEarning: boolean;
  draft: Draft;
  filled: Filled;
  /** The order would be refused, as far as its preview says. */
  refusable: boolean;
  onChange: (draft: Draft) => void;
}

export const OrderFields = (props: Props) => (
  <>
    <Calculator {...props} />
    <div className={styles.free}>
      <Balance {...props} />
      <Shares {...props} />
    </div>
    {isByRisk(props.draft) ? <RiskField {...props} /> : null}
    <Targets {...props} />
    <MoreExits {...props} />
    {props.draft.waits ? <TurnField {...props} /> : null}
    {props.draft.ladder ? (
      <Suspense fallback={<Skeleton lines={3} label="Loading the fields of the ladder" />}>
        <LadderFields {...props} ladder={props.draft.ladder} />
      </Suspense>
    ) : null}
    {props.draft.expires === null ? null : <ExpiryField {...props} />}
  </>
);

const EntryPlanFields = lazy(async () => ({ default: (await import('./entry-plan.tsx')).EntryPlanFields }));

const LadderFields = lazy(async () => ({ default: (await import('./ladder-fields.tsx')).LadderFields }));

const Targets = (props: Props) =>
  props.draft.plan ? (
    <Suspense fallback={<Skeleton lines={4} label="Loading the fields of the plan" />}>
      <EntryPlanFields
        side={props.side}
        pair={props.pair}
        entry={props.filled.entry}
        plan={props.draft.plan}
        onChange={(plan) => props.onChange({ ...props.draft, plan })}
      />
    </Suspense>
  ) : (
    <TargetFields {...props} />
  );

const MoreExits = ({ pair, counterEarning, draft, filled, onChange }: Props) => (
  <fieldset className={styles.more}>
    <legend className="visually-hidden">More about how it ends</legend>
    {counterEarning || draft.plan ? (
      <Button
        variant="quiet"
        small
        aria-pressed={draft.plan !== null}
        title="Several take profits, or a stop that moves"
        onClick={() => onChange(togglePlan(draft, filled, pair.counterRound))}
      >
        Exit plan
      </Button>
    ) : null}
    <Button
      variant="quiet"
      small
      aria-pressed={draft.expires !== null}
      title="What has not filled by then is canceled"
      onClick={() => onChange(toggleExpiry(draft))}
    >
      Expires
    </Button>
    <Button
      variant="quiet"
      small
      aria-pressed={draft.waits}
      title="Placed once the price is reached, as a limit half a percent beyond it"
      onClick={() => onChange(toggleWaits(draft))}
    >
      When reached
    </Button>
    <Button
      variant="quiet"
      small
      aria-pressed={draft.ladder !== null}
      title="Several limits instead of one, from the price on"
      onClick={() => onChange(toggleLadder(draft))}
    >
      Ladder
    </Button>
  </fieldset>
);

/** EX-9: left empty, the order is placed at the price. */
const TurnField = ({ side, draft, onChange }: Props) => (
  <div className={styles.inset}>
    <Field
      label={`Then trail it, until it turns ${side === 'buy' ? 'up' : 'down'} by`}
      name="turns"
      decimal
      placeholder="does not trail"
      value={draft.turns}
      hint={side === 'buy' ? 'From its lowest price on, at market.' : 'From its highest price on, at market.'}
      onChange={({ target }) => onChange(typeTurns(draft, target.value))}
      trailing="%"
    />
  </div>
);

const HOUR_DECIMALS = 2;

const ExpiryField = ({ draft, onChange }: Props) => (
  <div className={styles.inset}>
    <Field
      label="Cancel what has not filled after"
      name="expires"
      decimal
      value={draft.expires ?? ''}
      onChange={({ target }) => onChange({ ...draft, expires: cleanNumber(target.value, HOUR_DECIMALS) })}
      trailing="hours"
    />
  </div>
);

/** Where the price lies, seen from the market; null while either is unknown. */
function distance({ filled, ...of }: Props): string | null {
  const { trigger, turns, receipt, ladder } = filled;
  if (ladder) return `average ${grouped(ladder.average, of.pair.counterRound)}`;
  if (turns && receipt)
    return `trails, at ${of.side === 'buy' ? 'most' : 'least'} ${grouped(receipt.price, of.pair.counterRound)}`;
  if (trigger) return receipt ? `waits, then ${grouped(receipt.price, of.pair.counterRound)}` : 'waits for it';
  return placeOf(filled, of);
}

function placeOf(filled: Filled, { side, marketPrice, refusable }: Omit<Props, 'filled'>): string | null {
  const price = readNumber(filled.price);
  if (!price?.gt(0) || !marketPrice) return null;
  return refusable ? placeText(price, marketPrice) : distanceText(side, price, marketPrice);
}

const Calculator = (props: Props) => (
  <div className={styles.inset}>
    <PriceField {...props} />
    <Amounts {...props} />
  </div>
);

const PriceField = (props: Props) => {
  const { pair, draft, filled, onChange } = props;
  return (
    <div className={styles.price}>
      <Field
        label="Price"
        hint={distance(props)}
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
    </div>
  );
};

const Amounts = ({ pair, draft, filled, onChange }: Props) => (
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
);

const Balance = ({ side, pair, free, keptByBots }: Props) => {
  const [decimals, unit] =
    side === 'buy' ? [pair.counterAmountDecimals, pair.counterCurrency] : [pair.baseRound, pair.baseCurrency];
  return (
    <p className={classes(styles.balance, keptByBots.gt(0) && styles.withBots)}>
      <span>Balance</span>
      <Amount value={free} decimals={decimals} unit={unit} copyable />
      {keptByBots.gt(0) ? (
        <span className={styles.bots}>
          +<Amount value={keptByBots} decimals={decimals} /> kept by bots
        </span>
      ) : null}
    </p>
  );
};

const Shares = ({ side, pair, free, draft, filled, tradingKey, onChange }: Props) => (
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
    <Button
      variant="quiet"
      small
      aria-pressed={isByRisk(draft)}
      title="The amount follows from what the stop may lose"
      onClick={() => onChange(toggleRisk(draft, { quantity: filled.quantity, worth: tradingKey.worth }))}
    >
      Risk
    </Button>
  </fieldset>
);
