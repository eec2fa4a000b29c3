import { ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Empty } from '../../../ui/states.tsx';
import { searchPairs } from '../search-pairs.ts';
import styles from './pair-picker.module.css';

export const pairLabel = (name: string): string => name.replace('_', '/').toUpperCase();

interface Props {
  pairs: readonly Pair[];
  value: string;
  onPick: (name: string) => void;
}

/** A dialog gives its first focus to whatever carries this attribute. */
const takesFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

function PairList({ pairs, value, onPick }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const found = searchPairs(pairs, typed);
  const [first] = found;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && first) onPick(first.name);
    if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <Field
        label="Search pair"
        labelHidden
        placeholder="Search pair"
        type="search"
        autoComplete="off"
        ref={takesFocus}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        trailing={<Icon of={Search} size={18} />}
      />
      <ul ref={list} className={styles.list} aria-label="Coin pairs">
        {found.map(({ name, baseCurrency, counterCurrency }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.option}
              aria-current={name === value || undefined}
              onClick={() => onPick(name)}
            >
              <strong>{baseCurrency}</strong>/{counterCurrency}
            </button>
          </li>
        ))}
      </ul>
      {first ? null : <Empty title="No such pair here" />}
    </>
  );
}

/** The pair as a button; a press opens all pairs of the market with a search. */
export function PairPicker({ pairs, value, onPick }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Coin pair </span>
        {pairLabel(value)}
        <Icon of={ChevronDown} size={20} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Choose a coin pair">
        <PairList
          pairs={pairs}
          value={value}
          onPick={(name) => {
            setOpen(false);
            onPick(name);
          }}
        />
      </Dialog>
    </>
  );
}
