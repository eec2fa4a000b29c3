import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Field } from '../../../ui/field.tsx';
import { type LevelsDraft, type LevelsFaults, readLevels, roundResult } from '../levels-draft.ts';
import styles from './bots.module.css';

const DECIMALS = 8;
const NAMES = ['buy', 'sell', 'invest'] as const;

interface Props {
  draft: LevelsDraft;
  faults: LevelsFaults;
  /** 'Invest' for a new bot, 'Invested' for an existing one. */
  investLabel: string;
  onChange: (change: Partial<LevelsDraft>) => void;
}

export const LevelFields = ({ draft, faults, investLabel, onChange }: Props) => (
  <div className={styles.levels}>
    {NAMES.map((name) => (
      <Field
        key={name}
        label={{ buy: 'Buy', sell: 'Sell', invest: investLabel }[name]}
        decimal
        trailing={draft.counterCurrency}
        value={draft[name]}
        error={faults[name]}
        onChange={(event) => onChange({ [name]: cleanNumber(event.target.value, DECIMALS) })}
      />
    ))}
  </div>
);

export function RoundNote({ draft }: { draft: LevelsDraft }) {
  const read = readLevels(draft);
  const currency = draft.counterEarning ? draft.counterCurrency : draft.baseCurrency;
  return (
    <p className={styles.round}>
      One round earns{' '}
      <Amount value={'levels' in read ? roundResult(read.levels) : null} decimals={DECIMALS} unit={currency} result />{' '}
      after fees of 0.1% a deal.
    </p>
  );
}
