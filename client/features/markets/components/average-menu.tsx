import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './market-header.module.css';

const WAYS = [
  { way: 'split', name: 'Split position' },
  { way: 'choose', name: 'Choose average' },
  { way: 'all', name: 'Average All' },
] as const;
export type AverageWay = (typeof WAYS)[number]['way'];

/** Undefined where no open blocks are shown. */
export type OnAverage = ((way: AverageWay) => void) | undefined;

/** Joins or splits the open blocks of the tab; the list below asks for the rest. */
export function AverageMenu({ onAverage }: { onAverage: OnAverage }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const choose = (way: AverageWay) => {
    menu.current?.removeAttribute('open');
    onAverage?.(way);
  };
  return (
    <details ref={menu} className={styles.menu} name="market-menu">
      <summary className={styles.control}>
        Average
        <Icon of={ChevronDown} size={18} />
      </summary>
      <div className={styles.panel}>
        <ul>
          {WAYS.map(({ way, name }) => (
            <li key={way}>
              <button type="button" className={styles.way} disabled={!onAverage} onClick={() => choose(way)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
        <p>
          {onAverage
            ? 'Joins filled blocks of this tab into one, or splits one. Nothing is traded.'
            : 'Open the buy or sell blocks first: those are joined and split.'}
        </p>
      </div>
    </details>
  );
}
