import { DealsDialog } from '../copying/deals-dialog.tsx';
import { SizeDialog } from '../copying/size-dialog.tsx';
import { DeleteKey } from '../deletion/delete-key.tsx';
import { CheckDialog } from '../doctor/check-dialog.tsx';
import type { Ask, KeyPlace } from '../key-place.ts';
import { ManageDialog } from '../manage/manage-dialog.tsx';
import { BalancesDialog } from './balances-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';

interface Props extends KeyPlace {
  ask: Ask;
  onClose: () => void;
}

export function KeyDialogs({ ask, onClose, ...place }: Props) {
  const { apiKey, group, groups, activeUid } = place;
  switch (ask) {
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
      return <ManageDialog group={group} groups={groups} activeUid={activeUid} first={ask} onClose={onClose} />;
    case 'size':
      return <SizeDialog apiKey={apiKey} mainUid={group.mainKey.uid} onClose={onClose} />;
    case 'deals':
      return <DealsDialog apiKey={apiKey} onClose={onClose} />;
    default:
      return ask satisfies never;
  }
}
