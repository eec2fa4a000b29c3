import { grouped } from '#contracts/rules/decimal.ts';
import { Field } from '../../../../ui/field.tsx';
import { isPercent, switchedText, type Target, targetText, typedPrice } from '../../typed-price.ts';
import type { PlanPlace } from './plan-draft.ts';
import styles from './plan.module.css';

interface Props {
  label: string;
  /** What the button calls it. */
  short: string;
  target: Target;
  place: PlanPlace;
  value: string;
  onChange: (text: string) => void;
}

/** A price of a plan, or its distance from the entry in percent, as the order form takes them. */
export function PlanPrice({ label, short, target, place, value, onChange }: Props) {
  const inPercent = isPercent(value);
  const price = inPercent ? typedPrice(target, value, place) : null;
  return (
    <div className={styles.price}>
      <Field
        decimal
        label={label}
        hint={price ? grouped(price, place.counterRound) : undefined}
        value={inPercent ? value.slice(0, -1) : value}
        onChange={(event) => onChange(targetText(value, event.target.value, place.counterRound))}
        trailing={
          <button
            type="button"
            className={styles.unit}
            aria-label={`${short} in percent`}
            aria-pressed={inPercent}
            onClick={() => onChange(switchedText(target, value, { ...place, decimals: place.counterRound }))}
          >
            %
          </button>
        }
      />
    </div>
  );
}
