import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import styles from './combobox.module.css';
import { FieldFrame, noteProps } from './field.tsx';
import fieldStyles from './field.module.css';

interface ComboboxOption {
  value: string;
  /** Shown at the end of the row, such as a price. */
  detail?: string | undefined;
}

interface Props {
  label: string;
  /** Options that fit what was typed since the list was opened, best first. */
  suggest: (typed: string) => readonly ComboboxOption[];
  value: string;
  error?: string | null | undefined;
  onChange: (text: string) => void;
  /** The field was left without a choice from the list. */
  onLeave?: () => void;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at < last ? at + 1 : 0),
  ArrowUp: (at, last) => (at > 0 ? at - 1 : last),
};

const next = (key: string, at: number, last: number): number | undefined => STEPS[key]?.(at, last);

/** The open list, and which of its options is active. */
function useSuggestions({ suggest, onChange }: Pick<Props, 'suggest' | 'onChange'>) {
  /** Null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(-1);
  const options = typed === null ? [] : suggest(typed);
  const active = options[at];
  const open = (text: string | null) => {
    setTyped(text);
    setAt(-1);
  };
  const close = () => open(null);
  const choose = (option: ComboboxOption) => {
    onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = next(event.key, at, options.length - 1);
    const isChoice = event.key === 'Enter' && active !== undefined;
    const isEscape = event.key === 'Escape' && options.length > 0;
    if (step === undefined && !isChoice && !isEscape) return;
    // Enter does not submit the form, and Escape does not close the dialog around it.
    event.preventDefault();
    if (isChoice) choose(active);
    else if (isEscape) close();
    else if (typed === null) open('');
    else setAt(step ?? -1);
  };
  return { options, at, active, isClosed: typed === null, open, close, choose, onKeyDown };
}

/** A text field that suggests values: the list-autocomplete combobox of the ARIA practices. Any text can be typed. */
export function Combobox({ label, suggest, value, error, onChange, onLeave }: Props) {
  const id = useId();
  const { options, at, active, isClosed, open, close, choose, onKeyDown } = useSuggestions({ suggest, onChange });
  const shown = options.length > 0;
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className={classes(fieldStyles.box, styles.box, error && fieldStyles.wrong)}>
        <input
          {...noteProps(id, { error })}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          className={fieldStyles.input}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            open(event.target.value);
          }}
          onClick={({ currentTarget }) => {
            if (!isClosed) return;
            currentTarget.select();
            open('');
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            onLeave?.();
          }}
        />
        {shown ? <Suggestions id={id} options={options} at={at} onChoose={choose} /> : null}
      </div>
    </FieldFrame>
  );
}

interface ListProps {
  id: string;
  options: readonly ComboboxOption[];
  at: number;
  onChoose: (option: ComboboxOption) => void;
}

function Suggestions({ id, options, at, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers cannot style a datalist, nor tell when it is open.
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list}>
      {options.map((option, place) => (
        <button
          key={option.value}
          id={`${id}-${place}`}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list.
          role="option"
          aria-selected={place === at}
          tabIndex={-1}
          className={styles.option}
          // The field keeps the focus, so that its blur does not come before the press.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.value}
          {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
        </button>
      ))}
    </div>
  );
}
