import type { Alert } from '#contracts/alerts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDeleteAlert } from '../alerts.mutations.ts';

interface Props {
  /** Null while nothing is asked. */
  alert: Alert | null;
  onClose: () => void;
}

export function DeleteDialog({ alert, onClose }: Props) {
  const deleting = useDeleteAlert(onClose);
  return (
    <Dialog
      open={alert !== null}
      onClose={onClose}
      title="Are you sure to delete this alert?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            No
          </Button>
          <Button variant="danger" busy={deleting.isPending} onClick={() => alert && deleting.mutate(alert.id)}>
            Yes
          </Button>
        </>
      }
    >
      {alert ? (
        <p>
          {alert.symbol.replace('_', '/').toUpperCase()} at {alert.price.toFixed()}
          {alert.comment ? `: ${alert.comment}` : ''}
        </p>
      ) : null}
    </Dialog>
  );
}
