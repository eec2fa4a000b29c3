import { Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Shortcut } from '../../../features/markets/shortcuts/shortcuts.ts';
import { useShortcuts } from '../../../features/markets/shortcuts/use-shortcuts.ts';
import type { View } from '#contracts/rules/view.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './shortcuts.module.css';

const ShortcutsHelp = lazy(async () => ({
  default: (await import('../../../features/markets/shortcuts/shortcuts-help.tsx')).ShortcutsHelp,
}));

interface Props {
  view: View;
  onChange: (change: Partial<View>) => void;
  onChoosePair: () => void;
}

function focusField(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`main form input[name=${name}]`);
  field?.focus();
  field?.select();
}

export function Shortcuts({ view, onChange, onChoosePair }: Props) {
  const [helping, setHelping] = useState(false);
  const acts: Record<Shortcut, () => void> = {
    b: () => onChange({ section: 'buy' }),
    s: () => onChange({ section: 'sell' }),
    a: () => onChange({ section: 'alerts' }),
    h: () => onChange({ section: 'history' }),
    e: () => onChange({ counterEarning: !view.counterEarning }),
    p: () => focusField('price'),
    q: () => focusField('quantity'),
    '/': onChoosePair,
    '?': () => setHelping(true),
  };
  const { on, set } = useShortcuts((shortcut) => acts[shortcut]());
  return (
    <>
      <div className={styles.opener}>
        <Button variant="quiet" small icon={Keyboard} onClick={() => setHelping(true)}>
          Keyboard shortcuts
        </Button>
      </div>
      {helping ? (
        <Suspense>
          <ShortcutsHelp open onClose={() => setHelping(false)} on={on} onSwitch={set} />
        </Suspense>
      ) : null}
    </>
  );
}
