import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import styles from './plan.module.css';
import { mayMove, type PlanDraft, type PlanPlace } from './plan-draft.ts';
import { PlanPrice } from './plan-price.tsx';
import { STOP_MOVES, type StopMove } from './stop-moves.ts';

export interface RowsProps {
  place: PlanPlace;
  draft: PlanDraft;
  onChange: (draft: PlanDraft) => void;
}

const DECIMALS = 2;
const INTERVALS = Object.keys(CLOSING_INTERVALS).map((value) => ({ value, label: value }));
const isInterval = (value: string): value is ClosingInterval => value in CLOSING_INTERVALS;
const isMove = (value: string): value is StopMove => value in STOP_MOVES;

/** What a stop needs besides its price: a distance, or the close that it waits for. */
function MoveFields({ place, draft, onChange }: RowsProps) {
  if (draft.moves === 'follows')
    return (
      <Field
        decimal
        label="Distance from the best price"
        trailing="%"
        value={draft.distance}
        onChange={({ target }) => onChange({ ...draft, distance: cleanNumber(target.value, DECIMALS) })}
      />
    );
  if (draft.moves !== 'closing') return null;
  return (
    <>
      <Select
        label="Candle"
        value={draft.interval}
        options={INTERVALS}
        onChange={({ target }) =>
          isInterval(target.value) ? onChange({ ...draft, interval: target.value }) : undefined
        }
      />
      <PlanPrice
        label={place.side === 'buy' ? 'Ends when it closes below' : 'Ends when it closes above'}
        short="Closing price"
        target="stopLoss"
        place={place}
        value={draft.close}
        onChange={(close) => onChange({ ...draft, close })}
      />
    </>
  );
}

export function StopFields({ place, draft, onChange }: RowsProps) {
  const options = Object.entries(STOP_MOVES).flatMap(([value, label]) =>
    isMove(value) && mayMove(value, draft.rows) ? [{ value, label }] : [],
  );
  const moves = mayMove(draft.moves, draft.rows) ? draft.moves : 'stays';
  return (
    <div className={styles.stop}>
      <PlanPrice
        label={moves === 'closing' ? 'Emergency stop, at once' : 'Stop loss of all that is left'}
        short="Stop loss"
        target="stopLoss"
        place={place}
        value={draft.stop}
        onChange={(stop) => onChange({ ...draft, stop })}
      />
      {draft.stop === '' ? null : (
        <>
          <Select
            label="The stop"
            value={moves}
            options={options}
            onChange={({ target }) => (isMove(target.value) ? onChange({ ...draft, moves: target.value }) : undefined)}
          />
          <MoveFields place={place} draft={{ ...draft, moves }} onChange={onChange} />
        </>
      )}
    </div>
  );
}

/** EX-10: so long after the fill what is left is closed at market. */
export function TimeFields({ draft, onChange }: RowsProps) {
  return (
    <div className={styles.stop}>
      <Field
        decimal
        label="Close at market after the fill (optional)"
        trailing="hours"
        value={draft.hours}
        onChange={({ target }) => onChange({ ...draft, hours: cleanNumber(target.value, DECIMALS) })}
      />
      {draft.hours === '' ? null : (
        <Checkbox
          label="Only if in profit then"
          checked={draft.onlyInProfit}
          onChange={({ target }) => onChange({ ...draft, onlyInProfit: target.checked })}
        />
      )}
    </div>
  );
}
