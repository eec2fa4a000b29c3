import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ConfirmActionDialog } from '../confirm-action-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useNewCodes } from './two-factor.queries.ts';

interface Props {
  open: boolean;
  onClose: () => void;
}

export function NewCodesDialog({ open, onClose }: Props) {
  const making = useNewCodes();
  const close = () => {
    making.reset();
    onClose();
  };
  if (making.data) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Your new recovery codes"
        footer={<Button onClick={close}>I saved the codes</Button>}
      >
        <RecoveryCodes codes={making.data} />
      </Dialog>
    );
  }
  return (
    <ConfirmActionDialog
      open={open}
      onClose={close}
      title="Make new recovery codes?"
      act="Make new codes"
      busy={making.isPending}
      error={making.error}
      onAct={() => making.mutate(undefined)}
    >
      <p>You get ten new codes. Your old codes stop working.</p>
    </ConfirmActionDialog>
  );
}
