import { onAddressProof } from '../../../lib/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePrompt } from '../use-prompt.ts';
import { ProveForm } from './prove-form.tsx';

/** S-50: opens when a call needs a proven address; the waiting calls continue afterwards. */
export function ProveDialog() {
  const { why, answer } = usePrompt(onAddressProof);
  return (
    <Dialog open={why !== null} onClose={() => answer(false)} title="Prove your address">
      <p>{why}</p>
      <ProveForm onProven={() => answer(true)} />
    </Dialog>
  );
}
