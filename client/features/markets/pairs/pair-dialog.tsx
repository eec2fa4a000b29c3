import { Search, Star } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useFavoritePairs } from './favorite-pairs.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import styles from './pair-dialog.module.css';
import { searchPairs } from './search-pairs.ts';

export interface ListProps {
  market: Market;
  pairs: readonly Pair[];
  value: string;
  onPick: (name: string) => void;
}

/** A modal dialog focuses the element with this attribute. */
const takesFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the search and the pairs. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-pair]')];
  const at = stops.findIndex(
    (stop) => stop === document.activeElement || stop.parentElement?.contains(document.activeElement),
  );
  stops[at + step]?.focus();
}

interface OptionProps {
  pair: Pair;
  chosen: boolean;
  favorite: boolean;
  onPick: () => void;
  onMark: () => void;
}

const Option = ({ pair: { name, baseCurrency, counterCurrency }, chosen, favorite, onPick, onMark }: OptionProps) => (
  <li className={styles.row}>
    <button
      type="button"
      className={styles.option}
      data-pair={name}
      aria-current={chosen || undefined}
      onClick={onPick}
    >
      <span>
        <strong>{baseCurrency}</strong>/{counterCurrency}
      </span>
    </button>
    <IconButton
      icon={Star}
      label={`Favorite: ${pairLabel(name)}`}
      aria-pressed={favorite}
      className={styles.star}
      onClick={onMark}
    />
  </li>
);

function PairList({ market, pairs, value, onPick }: ListProps) {
  const [typed, setTyped] = useState('');
  const [favorites, toggle] = useFavoritePairs(market);
  // The order is fixed while the list is open, so that toggled rows do not move.
  const [first] = useState(favorites);
  const found = searchPairs(pairs, typed, first);
  const [best] = found;
  return (
    <div role="presentation" className={styles.picker} onKeyDown={walk}>
      <Field
        label="Search pair"
        labelHidden
        placeholder="Search pair"
        type="search"
        autoComplete="off"
        ref={takesFocus}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && best) onPick(best.name);
        }}
        trailing={<Icon of={Search} size={18} />}
      />
      <ul className={styles.list} aria-label="Coin pairs">
        {found.map((pair) => (
          <Option
            key={pair.name}
            pair={pair}
            chosen={pair.name === value}
            favorite={favorites.has(pair.name)}
            onPick={() => onPick(pair.name)}
            onMark={() => toggle(pair.name)}
          />
        ))}
      </ul>
      {best ? null : <Empty title="No matching pair" />}
    </div>
  );
}

interface Props extends ListProps {
  onClose: () => void;
}

/** Searchable list of the market's pairs, favorites first. */
export const PairDialog = ({ onPick, onClose, ...list }: Props) => (
  <Dialog open onClose={onClose} title="Choose a coin pair">
    <PairList
      {...list}
      onPick={(name) => {
        onClose();
        onPick(name);
      }}
    />
  </Dialog>
);
