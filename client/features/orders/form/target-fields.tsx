import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { targetSign } from '#contracts/rules/target-percent.ts';
import type { Side } from '#contracts/symbol.ts';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/field.tsx';
import { switchUnit, typeTarget } from './draft-edits.ts';
import type { Draft, Filled } from './order-draft.ts';
import styles from './order-form.module.css';
import type { Target } from '../typed-price.ts';

const TARGETS = [
  { target: 'takeProfit', label: 'Take profit' },
  { target: 'stopLoss', label: 'Stop loss' },
] as const;
const SHARES = ['2', '5'];

interface Props {
  side: Side;
  pair: Pair;
  draft: Draft;
  filled: Filled;
  onChange: (draft: Draft) => void;
}

interface ChipProps {
  label: string;
  disabled?: boolean;
  onPick: () => void;
}

const Chip = ({ label, disabled = false, onPick }: ChipProps) => (
  <button
    type="button"
    className={styles.chip}
    disabled={disabled}
    // Keeps the field's focus, and with it the chips.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    {label}
  </button>
);

function Chips({ target, breakEven, of }: { target: Target; breakEven: Big | null; of: Props }) {
  const { side, pair, draft, onChange } = of;
  const sign = targetSign({ side, target });
  const set = (text: string) => onChange({ ...draft, [target]: text });
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{target === 'takeProfit' ? 'Take profit at' : 'Stop loss at'}</legend>
      {SHARES.map((share) => (
        <Chip key={share} label={`${sign}${share}%`} onPick={() => set(`${share}%`)} />
      ))}
      {target === 'takeProfit' ? (
        <Chip
          label="Break-even"
          disabled={breakEven === null}
          onPick={() => breakEven && set(breakEven.toFixed(pair.counterRound))}
        />
      ) : (
        <Chip label="None" disabled={draft.stopLoss === ''} onPick={() => set('')} />
      )}
    </fieldset>
  );
}

/** Each target as a price or in percent of the entry: two views of one value. */
export function TargetFields(props: Props) {
  const { pair, draft, filled, onChange } = props;
  const { targets, receipt } = filled;
  return (
    <div className={classes(styles.two, styles.inset, styles.targets)}>
      {TARGETS.map(({ target, label }) => {
        const shown = targets[target];
        const isPercent = shown.unit === 'percent';
        return (
          <div key={target} className={styles.target}>
            <Field
              label={label}
              name={target}
              decimal
              placeholder="none"
              value={shown.text}
              onChange={(event) => onChange(typeTarget(draft, target, { typed: event.target.value, pair }))}
              hint={shown.otherUnit ?? shown.hint ?? '\u00a0'}
              error={shown.error}
              trailing={
                <button
                  type="button"
                  className={styles.market}
                  aria-label={`${label} in percent`}
                  aria-pressed={isPercent}
                  onClick={() => onChange(switchUnit(draft, target, { shown, pair }))}
                >
                  %
                </button>
              }
            />
            <Chips target={target} breakEven={receipt?.breakEven ?? null} of={props} />
          </div>
        );
      })}
    </div>
  );
}
