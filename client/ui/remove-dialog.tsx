import type { ReactNode } from 'react';
import { Dialog, DialogActions } from './dialog.tsx';

interface Props {
  name: string;
  disabled: boolean;
  busy: boolean;
  onRemove: () => void;
  onClose: () => void;
  /** What goes with it, and what stays. */
  children: ReactNode;
}

/** Asks before what has this name is removed. */
export const RemoveDialog = ({ name, onRemove, onClose, children, ...button }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title={
      <>
        Remove <bdi>{name}</bdi>?
      </>
    }
    footer={
      <DialogActions variant="danger" onBack={onClose} onClick={onRemove} {...button}>
        Remove
      </DialogActions>
    }
  >
    <p>{children}</p>
  </Dialog>
);
