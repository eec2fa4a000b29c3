import type { Alert } from '#contracts/alerts.ts';
import { alertName } from '../alert-name.ts';
import { conditionText } from '#contracts/rules/condition-text.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { decimalsOf, formatAmount } from '../../../lib/format-amount.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useDeleteAlert } from '../alerts.mutations.ts';

interface Props {
  alert: Alert;
  offline: boolean;
  onClose: () => void;
}

export function DeleteDialog({ alert, offline, onClose }: Props) {
  const deleting = useDeleteAlert(onClose);
  const { price } = alert;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Are you sure to delete this alert?"
      footer={
        <DialogActions
          back="No"
          onBack={onClose}
          variant="danger"
          disabled={offline}
          busy={deleting.isPending}
          onClick={() => deleting.mutate(alert.id)}
        >
          Yes
        </DialogActions>
      }
    >
      <p>
        {alertName(alert)}
        {alert.condition
          ? `, ${conditionText(alert.condition)}`
          : price
            ? ` at ${formatAmount(price, decimalsOf(price))}`
            : ''}
        {alert.comment ? `: ${isolated(alert.comment)}` : ''}
      </p>
    </Dialog>
  );
}
