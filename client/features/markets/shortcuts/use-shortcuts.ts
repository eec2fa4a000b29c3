import { useEffect, useEffectEvent, useState } from 'react';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

const OFF = 'shortcuts-off';

interface Switch {
  on: boolean;
  set: (on: boolean) => void;
}

/** Single-key shortcuts can be disabled (WCAG 2.1.4). */
export function useShortcuts(act: (shortcut: Shortcut) => void): Switch {
  const [on, setOn] = useState(() => localStorage.getItem(OFF) === null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (shortcut === null || !on) return;
    event.preventDefault();
    act(shortcut);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const set = (next: boolean) => {
    if (next) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
    setOn(next);
  };
  return { on, set };
}
