import { UpdateAlert } from '#contracts/alerts.ts';
import * as z from 'zod/mini';
import { counted } from '../../../lib/counted.ts';
import { cacheOwner, OWNERLESS_EDITS } from '../../../lib/offline/cache-owner.ts';
import { toast } from '../../../ui/toast.ts';
import { queuedEdits } from './queued-edits.ts';

const DISCARDED = 'discarded-edits';
const OwnerlessEdits = z.array(z.object({ symbol: z.string(), edit: UpdateAlert }));
/** How many changes of each user were discarded, by user id. */
const Discarded = z.record(z.string(), z.number());

function stored<T extends z.ZodMiniType>(schema: T, name: string): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

/** Changes of the last release belong to the owner of the data on this device. */
function adoptOwnerless(person: string): void {
  const edits = stored(OwnerlessEdits, OWNERLESS_EDITS);
  localStorage.removeItem(OWNERLESS_EDITS);
  if ((cacheOwner() ?? person) !== person) return;
  for (const { symbol, edit } of edits ?? []) queuedEdits.add({ symbol }, edit, person);
}

/** P-04: discards what other people of this browser left unsent; each is told at their own next sign-in. */
export function claimQueue(person: string): void {
  adoptOwnerless(person);
  const { [person]: lost = 0, ...others } = stored(Discarded, DISCARDED) ?? {};
  for (const edit of queuedEdits.list())
    if (edit.person !== person) {
      others[edit.person] = (others[edit.person] ?? 0) + 1;
      queuedEdits.drop(edit);
    }
  if (Object.keys(others).length === 0) localStorage.removeItem(DISCARDED);
  else localStorage.setItem(DISCARDED, JSON.stringify(others));
  if (lost === 0) return;
  const were = lost === 1 ? 'was' : 'were';
  toast.warning(
    `${counted(lost, 'change')} of your alerts, made offline, ${were} not saved: another person signed in on this device before you came back.`,
  );
}
