import { useRef } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import type { KeyContext } from '../key-context.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { OpenBlocks } from './open-blocks.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { needsChoice } from './replacements.ts';
import { showChoice, useDeletion } from './use-deletion.ts';

type Props = KeyContext & { onClose: () => void };

function ConfirmDialog({ onClose, ...place }: Props) {
  const { apiKey } = place;
  const offline = useKeysOffline();
  const deletion = useDeletion(place, onClose);
  const blocksRef = useRef<HTMLFieldSetElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Delete <bdi>{apiKey.name}</bdi> API?
        </>
      }
      footer={
        <DialogActions
          back="Undo"
          onBack={onClose}
          variant="danger"
          aria-disabled={!deletion.ready}
          disabled={offline}
          busy={deletion.busy}
          onClick={() => (deletion.ready ? deletion.run(null) : showChoice(blocksRef.current))}
        >
          OK
        </DialogActions>
      }
    >
      <p>You cannot undo this action after clicking OK</p>
      <OpenBlocks ref={blocksRef} apiKey={apiKey} deletion={deletion} />
    </Dialog>
  );
}

export const DeleteKey = (props: Props) =>
  needsChoice(props) ? <ReplaceDialog {...props} /> : <ConfirmDialog {...props} />;
