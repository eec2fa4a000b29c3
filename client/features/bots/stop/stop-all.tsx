import { lazy, Suspense, useState } from 'react';
import type { Bot } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';

const StopAllDialog = lazy(async () => ({ default: (await import('./stop-all-dialog.tsx')).StopAllDialog }));

/** U-1: 'Close all', where there is a bot to stop. */
export function StopAll({ bots, offline }: { bots: readonly Bot[]; offline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const canStop = bots.some(({ active, state }) => active && state !== 'stopping');
  return (
    <>
      {canStop ? (
        <Button variant="quiet" small disabled={offline} aria-label="Close all bots" onClick={() => setOpen(true)}>
          Close all
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <StopAllDialog offline={offline} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
