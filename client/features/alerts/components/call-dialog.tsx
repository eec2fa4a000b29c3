import { type ComponentType, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Alert } from '#contracts/alerts.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { alertName } from '../alert-name.ts';
import { useChangeCall } from '../alerts.mutations.ts';
import type { ThenFieldProps } from './add-alert-dialog.tsx';

interface Props {
  alert: Alert;
  offline: boolean;
  thenField: ComponentType<ThenFieldProps>;
  onClose: () => void;
}

/** What an alert does besides notifying. */
export function CallDialog({ alert, offline, thenField: ThenField, onClose }: Props) {
  const [calls, setCalls] = useState(alert.then ?? null);
  const changing = useChangeCall(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`When the alert for ${alertName(alert)} fires`}
      footer={
        <DialogActions
          onBack={onClose}
          disabled={offline}
          busy={changing.isPending}
          onClick={() => changing.mutate({ id: alert.id, calls })}
        >
          Save
        </DialogActions>
      }
    >
      <ThenField
        market={alert.market}
        pair={(alert.symbol ?? '').toLowerCase()}
        value={calls}
        none={
          <p>
            No signal hook of yours takes this pair. Make one on the page <Link to="/signals">Signals</Link>.
          </p>
        }
        onChange={setCalls}
      />
    </Dialog>
  );
}
