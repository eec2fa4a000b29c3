import { useCallback, useEffect, useRef, useState } from 'react';
import { whenToProve } from '../../../lib/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProveForm } from './prove-form.tsx';

/** S-50: opens when a call needs a proven address; the waiting calls continue afterwards. */
export function ProveDialog() {
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const settle = useCallback((proven: boolean) => {
    waiting.current?.resolve(proven);
    waiting.current = null;
    setWhy(null);
  }, []);
  useEffect(() => {
    const stop = whenToProve((sentence) => {
      waiting.current ??= Promise.withResolvers();
      setWhy(sentence);
      return waiting.current.promise;
    });
    return () => {
      stop();
      settle(false);
    };
  }, [settle]);
  return (
    <Dialog open={why !== null} onClose={() => settle(false)} title="Prove your address">
      <p>{why}</p>
      <ProveForm onProven={() => settle(true)} />
    </Dialog>
  );
}
