import { resetPaperKey } from '#contracts/copying.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { useKeyChange } from '../keys.mutations.ts';
import type { ApiKey } from '../key-context.ts';

export function ResetDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const offline = useKeysOffline();
  const resetting = useKeyChange(resetPaperKey, () => {
    toast.success(`${isolated(apiKey.name)} was reset`);
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Reset <bdi>{apiKey.name}</bdi>?
        </>
      }
      footer={
        <DialogActions
          onBack={onClose}
          variant="danger"
          disabled={offline}
          busy={resetting.isPending}
          onClick={() => resetting.mutate({ uid: apiKey.uid })}
        >
          Reset
        </DialogActions>
      }
    >
      <p>
        This paper account gets its initial balances again: 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. Its open
        orders are canceled and its open blocks are released; your history is kept. This cannot be undone.
      </p>
    </Dialog>
  );
}
