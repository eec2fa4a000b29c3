import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './tabs.module.css';

export interface Tab<T extends string = string> {
  value: T;
  label: ReactNode;
  /** A red dot; its text for screen readers, such as '2 not seen'. */
  dot?: string | false;
  tone?: 'buy' | 'sell';
}

interface Props<T extends string> {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Panel of the selected tab. */
  children?: ReactNode;
}

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** One tab stop; arrow keys, Home and End move and select. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: Props<T>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const next = Number.isFinite(step) ? (at + step + tabs.length) % tabs.length : step < 0 ? 0 : last;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.value);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tab holds the focus. */}
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes(styles.tab, tab.tone && styles[tab.tone])}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.dot ? (
              <span className={styles.dot}>
                <span className="visually-hidden">{tab.dot}</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
