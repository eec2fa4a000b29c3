import type { Pair } from '#contracts/markets.ts';
import { ESTIMATED_FEE, type Receipt as Terms } from '#contracts/rules/order-total.ts';
import type { Side } from '#contracts/symbol.ts';
import { Amount } from '../../../ui/amount.tsx';
import styles from './order-form.module.css';

const FEE_PERCENT = `${ESTIMATED_FEE.times(100).toFixed()}%`;
const FEE_DECIMALS = 4;

interface Props {
  side: Side;
  pair: Pair;
  terms: Terms | null;
}

/** What the order comes to, before the click; its place is kept while the form is empty. */
export function Receipt({ side, pair, terms }: Props) {
  const { baseCurrency, counterCurrency, baseRound, counterRound } = pair;
  const fee = terms?.feeCurrency ?? (side === 'buy' ? baseCurrency : counterCurrency);
  return (
    <dl className={styles.receipt} aria-label="What this order comes to">
      <div>
        <dt>{side === 'buy' ? 'You buy' : 'You sell'}</dt>
        <dd>
          <Amount value={terms?.quantity} decimals={baseRound} unit={baseCurrency} />
        </dd>
      </div>
      <div>
        <dt>{side === 'buy' ? 'Cost' : 'You get'}</dt>
        <dd>
          <Amount value={terms?.cost} decimals={4} unit={counterCurrency} />
        </dd>
      </div>
      <div>
        <dt>Fee, estimated {FEE_PERCENT}</dt>
        <dd>
          <Amount value={terms?.fee} decimals={FEE_DECIMALS} unit={fee} />
        </dd>
      </div>
      <div>
        <dt>Break-even</dt>
        <dd>
          <Amount value={terms?.breakEven} decimals={counterRound} unit={counterCurrency} />
        </dd>
      </div>
    </dl>
  );
}
