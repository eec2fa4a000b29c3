import { RotateCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isReloadHeld, onReloadHold } from '../../lib/reload-hold.ts';
import { Button } from '../../ui/button.tsx';
import { updates } from './start-pwa.ts';
import styles from './update-prompt.module.css';

/** Hidden while a reload would lose input. */
export function UpdatePrompt() {
  const state = useSyncExternalStore(updates.subscribe, updates.state, () => 'current' as const);
  const held = useSyncExternalStore(onReloadHold, isReloadHeld, () => false);
  if (state === 'current' || held) return <output />;
  return (
    <output className={styles.prompt}>
      <span>A new version is ready</span>
      <Button small icon={RotateCw} onClick={updates.apply}>
        Reload
      </Button>
    </output>
  );
}
