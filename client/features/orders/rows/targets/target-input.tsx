import { Check } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { classes } from '../../../../ui/classes.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { KeepSelection } from '../../../../ui/keep-selection.tsx';
import type { Target } from '../../targets.ts';
import { LABELS, shownPrice, targetChange } from './target-text.ts';
import styles from './targets.module.css';
import { useTargets } from './use-targets.ts';

interface Props {
  block: OrderBlock;
  target: Target;
  /** Why the target cannot be changed now; null if it can. */
  fixed: string | null;
  noteId: string;
  onFocus: (target: Target | null) => void;
}

/** Text of one target's field, and sending it. */
function useTargetInput({ block, target, onFocus }: Props) {
  const change = useTargets(block);
  const [typed, setTyped] = useState<string | null>(null);
  const [flagged, setFlagged] = useState(false);
  const shown = shownPrice(block, target);
  const reset = (isWrong: boolean) => {
    setTyped(null);
    setFlagged(isWrong);
  };
  const type = (text: string) => {
    setFlagged(false);
    onFocus(target);
    setTyped(cleanNumber(text, block.counterRound));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === null || change.isPending) return;
    if (typed === shown) return reset(false);
    const desired = targetChange(target, typed);
    if (!desired) return reset(true);
    change.mutate(desired, {
      onSuccess: (isDone) => {
        reset(!isDone);
        if (isDone) onFocus(null);
      },
    });
  };
  const isChanged = typed !== null && typed !== shown;
  return { value: typed ?? shown, isChanged, flagged, sending: change.isPending, type, submit, reset };
}

/** Enter or the check button sends; an empty field removes the target; Escape reverts. */
export function TargetInput(props: Props) {
  const { target, fixed, noteId, onFocus } = props;
  const { value, isChanged, flagged, sending, type, submit, reset } = useTargetInput(props);
  const { short, name } = LABELS[target];
  const id = useId();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') reset(false);
  };
  return (
    <form
      className={classes(styles.input, styles[target], flagged && styles.wrong)}
      onSubmit={submit}
      aria-busy={sending}
      noValidate
    >
      <label>
        <span className={styles.label}>{short}</span>
        <input
          id={id}
          aria-label={`${short} ${name}`}
          aria-invalid={flagged || undefined}
          aria-describedby={noteId}
          title={fixed ?? undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={short}
          disabled={fixed !== null}
          readOnly={sending}
          value={value}
          onChange={(event) => type(event.target.value)}
          onFocus={() => onFocus(target)}
          onBlur={() => onFocus(null)}
          onKeyDown={onKeyDown}
        />
        <KeepSelection of={id} value={value} />
      </label>
      {isChanged ? (
        <button
          type="submit"
          className={styles.send}
          aria-label={`Set ${name.toLowerCase()}`}
          // Keeps the on-screen keyboard open.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon of={Check} size={16} />
        </button>
      ) : null}
    </form>
  );
}
