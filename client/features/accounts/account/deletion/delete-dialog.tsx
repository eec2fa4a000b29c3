import { deleteAccount } from '#contracts/deletion.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { proofsQuery } from '../../proofs.queries.ts';
import { forgetSession } from '../../session.ts';
import styles from './delete-dialog.module.css';

const CONSEQUENCES = [
  'Your API keys and their secrets are erased here. They stay valid on the exchange: delete them there as well.',
  'Copying and all bots stop, alerts no longer fire, hooks take no signals, and endpoints receive nothing more. API tokens and links to shared bots end.',
  'Your order history, bots, baskets, backtests, price files, alerts, hooks, endpoints, devices, notifications, passkeys and profile are erased, for good.',
  'Every device is signed out at once.',
  'Your coins stay in your exchange account, also those of bots and baskets: nothing is sold. Open orders, take profits and stop losses stay there too, also those of bots, and may still be filled, unless you cancel them first. Stops that this server watches end in either case.',
];

function useDeletion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: { password?: string; cancelOrders: boolean }) => call(deleteAccount, { json }),
    onSuccess: async () => {
      await forgetSession(client);
      toast.infoAfterReload('Your account is deleted');
      window.location.assign('/');
    },
  });
}

interface FormProps {
  id: string;
  deletion: ReturnType<typeof useDeletion>;
}

function DeleteForm({ id, deletion }: FormProps) {
  const { data: proofs } = useQuery(proofsQuery);
  const [cancelOrders, setCancelOrders] = useState(false);
  const [password, setPassword] = useState('');
  // An account without a password is asked for another proof of identity.
  const hasPassword = proofs?.password ?? true;
  const fault = deletion.error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!deletion.isPending) deletion.mutate({ cancelOrders, ...(hasPassword && { password }) });
  };
  return (
    <form id={id} method="post" className={styles.form} onSubmit={submit} noValidate>
      <Checkbox
        label="Cancel my open orders, take profits and stop losses on the exchange first, also those of bots"
        checked={cancelOrders}
        onChange={(event) => setCancelOrders(event.target.checked)}
      />
      {hasPassword ? (
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fault}
          hint="Confirms your identity."
        />
      ) : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </form>
  );
}

interface Props {
  open: boolean;
  onClose: () => void;
}

export function DeleteDialog({ open, onClose }: Props) {
  const formId = useId();
  const deletion = useDeletion();
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete your account?"
      footer={
        <DialogActions onBack={close} type="submit" form={formId} variant="danger" busy={deletion.isPending}>
          {deletion.isPending ? 'Deleting...' : 'Delete account'}
        </DialogActions>
      }
    >
      <p>
        <strong>This cannot be undone.</strong> Download your data first if you may need it.
      </p>
      <ul className={styles.consequences}>
        {CONSEQUENCES.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <DeleteForm id={formId} deletion={deletion} />
    </Dialog>
  );
}
