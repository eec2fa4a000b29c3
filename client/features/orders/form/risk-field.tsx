import type { Pair } from '#contracts/markets.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { Field } from '../../../ui/field.tsx';
import { riskUnit, typeRisk } from './draft-edits.ts';
import { type Draft, type Filled, riskOf } from './order-draft.ts';
import styles from './order-form.module.css';
import { formatAmount } from '../../../lib/format-amount.ts';
import type { FundedKey } from './use-order-form.ts';

interface Props {
  tradingKey: FundedKey;
  pair: Pair;
  draft: Draft;
  filled: Filled;
  onChange: (draft: Draft) => void;
}

const DECIMALS = 2;

/** 'Lose at most 1% of this key if the stop fires'; in counter currency where the key's worth is not known, or that was typed. */
export function RiskField({ tradingKey: { name, worth }, pair, draft, filled, onChange }: Props) {
  const { counterCurrency } = pair;
  const risk = riskOf(draft, worth);
  const unit = riskUnit(draft, worth);
  const amount = risk ? `${formatAmount(risk, seenDecimals(risk, DECIMALS))} ${counterCurrency}` : '—';
  return (
    <div className={styles.inset}>
      <Field
        label="Lose at most"
        name="risk"
        decimal
        value={draft.by === unit ? draft.amount : ''}
        onChange={(event) => onChange(typeRisk(draft, event.target.value, { worth, pair }))}
        trailing={unit === 'risk' ? `% of ${name}` : counterCurrency}
        hint={filled.unsized ?? `If the stop fires: ${amount}, with fees. A gap below the stop may cost more.`}
      />
    </div>
  );
}
