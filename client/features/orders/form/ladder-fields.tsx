import type { Pair } from '#contracts/markets.ts';
import type { Side } from '#contracts/symbol.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Field } from '../../../ui/field.tsx';
import type { Draft, Filled } from './order-draft.ts';
import type { DraftLadder } from './order-ladder.ts';
import { typeLadder } from './order-plan.ts';
import styles from './order-form.module.css';

interface Props {
  side: Side;
  pair: Pair;
  draft: Draft;
  ladder: DraftLadder;
  filled: Filled;
  onChange: (draft: Draft) => void;
}

/** EX-9: from the price above to the last limit, and what each takes. */
export function LadderFields({ side, pair, draft, ladder, filled, onChange }: Props) {
  const field = (name: keyof DraftLadder) => ({
    name: `ladder-${name}`,
    decimal: true,
    value: ladder[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onChange(typeLadder(draft, name, { typed: target.value, decimals: pair.counterRound })),
  });
  return (
    <div className={styles.inset}>
      <Field
        {...field('end')}
        label={`From the price ${side === 'buy' ? 'down' : 'up'} to`}
        trailing={pair.counterCurrency}
      />
      <div className={styles.two}>
        <Field {...field('limits')} label="Limits" hint="2 to 10" />
        <Field {...field('weight')} label="Money of the last" hint="1 to 5 times the first" trailing="×" />
      </div>
      <Limits pair={pair} filled={filled} />
    </div>
  );
}

const Limits = ({ pair, filled: { receipt } }: Pick<Props, 'pair' | 'filled'>) =>
  receipt?.limits ? (
    <ol className={styles.limits} aria-label="Limits of the ladder">
      {receipt.limits.map(({ price, quantity }) => (
        <li key={price.toFixed()}>
          <Amount value={quantity} decimals={pair.baseRound} unit={pair.baseCurrency} /> at{' '}
          <Amount value={price} decimals={pair.counterRound} />
          {', '}
          <Amount value={price.times(quantity)} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />
        </li>
      ))}
    </ol>
  ) : null;
