import type { ReactNode } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import styles from './confirm-action-dialog.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Label of the confirming button. */
  act: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onAct: () => void;
}

/** Explains the consequences and asks for confirmation. */
export function ConfirmActionDialog({
  open,
  onClose,
  title,
  children,
  act,
  danger = false,
  busy,
  error,
  onAct,
}: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <DialogActions onBack={onClose} variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onAct}>
          {act}
        </DialogActions>
      }
    >
      {children}
      {error ? (
        <p role="alert" className={styles.fault}>
          {error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
