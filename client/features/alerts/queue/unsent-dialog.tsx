import { useEffect, useState } from 'react';
import { counted } from '../../../lib/counted.ts';
import { beforeSignOut, onSignOut } from '../../../lib/sign-out-tasks.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { queuedEdits } from './queued-edits.ts';

interface Asked {
  count: number;
  answer: (leave: boolean) => void;
}

/** Asks before a sign-out that would discard this user's queued changes; a session that just ends keeps them. */
export function UnsentDialog({ person }: { person: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const own = () => queuedEdits.list().filter((edit) => edit.person === person);
    const stops = [
      beforeSignOut.when(async () => {
        const count = own().length;
        return count === 0 || new Promise<boolean>((answer) => setAsked({ count, answer }));
      }),
      onSignOut(async (ending) => {
        if (ending === 'signed-out') own().forEach(queuedEdits.drop);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [person]);
  const answer = (leave: boolean) => {
    asked?.answer(leave);
    setAsked(null);
  };
  return (
    <Dialog
      open={asked !== null}
      onClose={() => answer(false)}
      title="Log out without saving?"
      footer={
        <DialogActions onBack={() => answer(false)} variant="danger" onClick={() => answer(true)}>
          Log out
        </DialogActions>
      }
    >
      {asked ? (
        <p>
          {counted(asked.count, 'change')} of your alerts {asked.count === 1 ? 'has' : 'have'} not been sent yet. If you
          log out now, {asked.count === 1 ? 'it is' : 'they are'} discarded.
        </p>
      ) : null}
    </Dialog>
  );
}
