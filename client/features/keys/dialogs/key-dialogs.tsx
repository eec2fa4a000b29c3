import { DealsDialog } from '../copying/deals-dialog.tsx';
import { SizeDialog } from '../copying/size-dialog.tsx';
import { DeleteKey } from '../deletion/delete-key.tsx';
import { CheckDialog } from '../check/check-dialog.tsx';
import type { KeyDialog, KeyContext } from '../key-context.ts';
import { ManageDialog } from '../manage/manage-dialog.tsx';
import { BalancesDialog } from './balances-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';

interface Props extends KeyContext {
  dialog: KeyDialog;
  onClose: () => void;
}

export function KeyDialogs({ dialog, onClose, ...place }: Props) {
  const { apiKey, group, groups, activeUid } = place;
  switch (dialog) {
    case 'balances':
      return <BalancesDialog apiKey={apiKey} onClose={onClose} />;
    case 'check':
      return <CheckDialog apiKey={apiKey} onClose={onClose} />;
    case 'reset':
      return <ResetDialog apiKey={apiKey} onClose={onClose} />;
    case 'delete':
      return <DeleteKey {...place} onClose={onClose} />;
    case 'sub':
    case 'addiction':
      return <ManageDialog group={group} groups={groups} activeUid={activeUid} first={dialog} onClose={onClose} />;
    case 'size':
      return <SizeDialog apiKey={apiKey} mainUid={group.mainKey.uid} onClose={onClose} />;
    case 'deals':
      return <DealsDialog apiKey={apiKey} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
