import { useCallback, useEffect, useRef, useState } from 'react';
import { whenToConfirm } from '../../../lib/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConfirmForm } from './confirm-form.tsx';

/** S-08: opens when a call needs a proof of identity; one proof answers all waiting calls. */
export function ConfirmDialog() {
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const [open, setOpen] = useState(false);
  const settle = useCallback((confirmed: boolean) => {
    waiting.current?.resolve(confirmed);
    waiting.current = null;
    setOpen(false);
  }, []);
  useEffect(() => {
    const stop = whenToConfirm(() => {
      waiting.current ??= Promise.withResolvers();
      setOpen(true);
      return waiting.current.promise;
    });
    return () => {
      stop();
      settle(false);
    };
  }, [settle]);
  return (
    <Dialog open={open} onClose={() => settle(false)} title="Confirm that it is you">
      <ConfirmForm onConfirmed={() => settle(true)} onCancel={() => settle(false)} />
    </Dialog>
  );
}
