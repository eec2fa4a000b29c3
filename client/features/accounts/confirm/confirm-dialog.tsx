import { onIdentityProof } from '../../../lib/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePrompt } from '../use-prompt.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** S-08: opens when a call needs a proof of identity; one proof answers all waiting calls. */
export function ConfirmDialog() {
  const { why, answer } = usePrompt(onIdentityProof);
  return (
    <Dialog open={why !== null} onClose={() => answer(false)} title="Confirm that it is you">
      <ConfirmForm onConfirmed={() => answer(true)} onCancel={() => answer(false)} />
    </Dialog>
  );
}
