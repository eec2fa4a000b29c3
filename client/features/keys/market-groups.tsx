import { LayoutGrid, Rows3 } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { replaceActiveKey } from '#contracts/key-groups.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './components/keys.module.css';
import { KeyDialogs } from './dialogs/key-dialogs.tsx';
import type { KeyDialog, OpenKeyDialog, KeyContext } from './key-context.ts';
import { useKeysOffline } from './keys-offline.ts';
import { useKeyChange } from './keys.mutations.ts';
import type { MarketKeys } from './keys.queries.ts';
import { ManageKey } from './table/manage-key.tsx';
import { keepKeysView, type KeysView, readKeysView, storedKeysView } from './table/keys-view.ts';
import { GroupCard } from './group/group-card.tsx';

const KeysTable = lazy(async () => ({ default: (await import('./table/keys-table.tsx')).KeysTable }));

/** State of choosing another active key. */
function useActiveKeyChoice({ market, activeUid }: MarketKeys) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { ref: changeRef, giveBack } = useFocusBack();
  const leave = () => {
    giveBack();
    setChosen(null);
  };
  const replacing = useKeyChange(replaceActiveKey, leave);
  return {
    changeRef,
    chosen,
    choose: setChosen,
    begin: () => setChosen(activeUid),
    leave,
    busy: replacing.isPending,
    confirm: () => {
      if (activeUid === null || chosen === null || chosen === activeUid) leave();
      else replacing.mutate({ uid: activeUid, replaceUid: chosen, market });
    },
  };
}

interface ChangeProps {
  choosing: ReturnType<typeof useActiveKeyChoice>;
}

function Change({ choosing: { changeRef, chosen, begin, leave, confirm, busy } }: ChangeProps) {
  const offline = useKeysOffline();
  return chosen === null ? (
    <Button ref={changeRef} small variant="quiet" disabled={offline} onClick={begin}>
      Change API
    </Button>
  ) : (
    <>
      <Button small variant="quiet" onClick={leave}>
        Cancel
      </Button>
      <Button small disabled={offline || busy} onClick={confirm}>
        OK
      </Button>
    </>
  );
}

interface HeadingProps extends ChangeProps {
  username: string;
  isList: boolean;
  onView: (view: KeysView) => void;
}

const Heading = ({ username, isList, onView, choosing }: HeadingProps) => (
  <div className={styles.bar}>
    <h2>
      Your API now <bdi>{username}</bdi>
    </h2>
    <span className={styles.end}>
      <Button
        small
        variant="quiet"
        icon={isList ? LayoutGrid : Rows3}
        onClick={() => onView(isList ? 'cards' : 'list')}
      >
        {isList ? 'Cards' : 'List'}
      </Button>
      <Change choosing={choosing} />
    </span>
  </div>
);

/** Null once the key is gone. */
function placeOf(uid: string, { groups, activeUid }: MarketKeys): KeyContext | null {
  for (const group of groups) {
    const apiKey = [group.mainKey, ...group.copyKeys].find((key) => key.uid === uid);
    if (apiKey) return { apiKey, group, groups, activeUid };
  }
  return null;
}

const keysIn = (groups: MarketKeys['groups']): number =>
  groups.reduce((sum, { copyKeys }) => sum + 1 + copyKeys.length, 0);

/** Decided once: a key that is added does not turn the page over while it is in use. */
function useKeysView(keys: number) {
  const [view, setView] = useState(() => readKeysView(storedKeysView(), keys));
  const show = (next: KeysView) => {
    keepKeysView(next);
    setView(next);
  };
  return { view, show };
}

interface Props extends MarketKeys {
  username: string;
  /** Uid of the key that opens at first; null where none does. */
  managed: string | null;
}

/** A market's active group, then the others. */
export const MarketGroups = memo(function MarketGroups({ username, managed: first, ...keys }: Props) {
  const choosing = useActiveKeyChoice(keys);
  const [opened, setOpened] = useState<{ uid: string; dialog: KeyDialog } | null>(null);
  const onOpenDialog: OpenKeyDialog = useCallback((uid, dialog) => setOpened({ uid, dialog }), []);
  const [managed, setManaged] = useState(first);
  const kept = useKeptFocus<HTMLElement>();
  const place = opened && placeOf(opened.uid, keys);
  // Its change may be answered once another one is open.
  const onClose = () => setOpened((now) => (now === opened ? null : now));
  const { groups, activeUid } = keys;
  const { view, show } = useKeysView(keysIn(groups));
  // Another active key is chosen on the cards.
  const isList = view === 'list' && choosing.chosen === null;
  return (
    <section {...kept} className={styles.list} aria-label="Your keys">
      <Heading username={username} isList={isList} onView={show} choosing={choosing} />
      {choosing.chosen === null ? null : <p className={styles.muted}>Choose the key that your deals are made on.</p>}
      {isList ? (
        <Suspense fallback={<Skeleton lines={keysIn(keys.groups)} height="64px" label="Loading the list of keys" />}>
          <KeysTable groups={groups} activeUid={activeUid} onManage={setManaged} />
        </Suspense>
      ) : null}
      {(isList ? [] : groups).map((group) => {
        const { uid } = group.mainKey;
        const marker = { chosen: choosing.chosen === uid, onChoose: () => choosing.choose(uid) };
        return (
          <GroupCard
            key={uid}
            group={group}
            active={uid === activeUid}
            marker={choosing.chosen === null ? undefined : marker}
            onOpenDialog={onOpenDialog}
          />
        );
      })}
      {managed === null ? null : (
        <ManageKey
          uid={managed}
          groups={groups}
          activeUid={activeUid}
          onOpenDialog={onOpenDialog}
          onClose={() => setManaged(null)}
        />
      )}
      {place ? <KeyDialogs {...place} dialog={opened.dialog} onClose={onClose} /> : null}
    </section>
  );
});
