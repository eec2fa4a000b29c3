import { isolated } from '#contracts/rules/isolated.ts';
import { Refusal } from '../../../lib/errors.ts';

/** A key as the rules see it; all belong to one user and market. */
export interface GroupedKey {
  id: string;
  market: string;
  /** Null for a main key. */
  mainKeyId: string | null;
  active: boolean;
  inProcess: boolean;
  groupName: string;
  name: string;
}

type Change = Partial<Pick<GroupedKey, 'mainKeyId' | 'active' | 'inProcess' | 'groupName' | 'name'>> & {
  repeatOutside?: false;
};
/** The changes by key; `removed` is the deleted one. */
export interface Changes {
  set: Map<string, Change>;
  removed: string | null;
}
export type Rule = (keys: readonly GroupedKey[]) => Changes;

const NO_MAIN = 'There is no such main key.';
const NO_COPY = 'There is no such copy key under this main key.';

const changes = (set: Iterable<[string, Change]>, removed: string | null = null): Changes => ({
  set: new Map(set),
  removed,
});

function mainOf(keys: readonly GroupedKey[], id: string): GroupedKey {
  const main = keys.find((key) => key.id === id && key.mainKeyId === null);
  if (!main) throw new Refusal('not-found', NO_MAIN);
  return main;
}

const copiesOf = (keys: readonly GroupedKey[], main: GroupedKey): GroupedKey[] =>
  keys.filter(({ mainKeyId }) => mainKeyId === main.id);

function copyOf(keys: readonly GroupedKey[], main: GroupedKey, id: string): GroupedKey {
  const copy = copiesOf(keys, main).find((key) => key.id === id);
  if (!copy) throw new Refusal('not-found', NO_COPY);
  return copy;
}

/** Neither copies another key nor is copied. */
const NO_GROUP = { mainKeyId: null, inProcess: false, groupName: '' } as const;

export const renaming =
  ({ mainUid, updateUid, name }: { mainUid: string; updateUid: string; name: string }): Rule =>
  (keys) => {
    const main = mainOf(keys, mainUid);
    const renamed = updateUid === main.id ? main : copyOf(keys, main, updateUid);
    return changes([[renamed.id, { name }]]);
  };

export const renamingGroup =
  ({ mainUid, groupName }: { mainUid: string; groupName: string }): Rule =>
  (keys) =>
    changes([[mainOf(keys, mainUid).id, { groupName }]]);

export const switching =
  ({ mainUid, updateUid, inProcess }: { mainUid: string; updateUid: string; inProcess: boolean }): Rule =>
  (keys) =>
    changes([[copyOf(keys, mainOf(keys, mainUid), updateUid).id, { inProcess }]]);

/** Pauses or resumes a whole group. */
export const switchingAll =
  ({ mainUid, inProcess }: { mainUid: string; inProcess: boolean }): Rule =>
  (keys) =>
    changes(copiesOf(keys, mainOf(keys, mainUid)).map(({ id }): [string, Change] => [id, { inProcess }]));

/** Keys added to a group copy its main key's deals from now on. */
export const adding =
  ({ mainUid, addUids, groupName }: { mainUid: string; addUids: readonly string[]; groupName: string }): Rule =>
  (keys) => {
    const main = mainOf(keys, mainUid);
    const added = addUids.map((id): [string, Change] => {
      const key = mainOf(keys, id);
      if (key.id === main.id) throw new Refusal('conflict', 'A key cannot copy its own deals.');
      if (key.market !== main.market)
        throw new Refusal('conflict', `${isolated(key.name)} is a key of another market.`);
      if (key.active)
        throw new Refusal('conflict', `${isolated(key.name)} is your active key. Make another one active first.`);
      if (copiesOf(keys, key).length > 0)
        throw new Refusal(
          'conflict',
          `${isolated(key.name)} has copy keys of its own. Take them out of its group first.`,
        );
      return [key.id, { mainKeyId: main.id, inProcess: true, groupName: '', repeatOutside: false }];
    });
    return changes([[main.id, { groupName }], ...added]);
  };

export const removing =
  ({ mainUid, removeUids, groupName }: { mainUid: string; removeUids: readonly string[]; groupName: string }): Rule =>
  (keys) => {
    const main = mainOf(keys, mainUid);
    const removed = removeUids.map((id): [string, Change] => [copyOf(keys, main, id).id, { ...NO_GROUP }]);
    return changes([[main.id, { groupName }], ...removed]);
  };

export const activating =
  ({ uid, replaceUid }: { uid: string; replaceUid: string }): Rule =>
  (keys) => {
    const [before, next] = [mainOf(keys, uid), mainOf(keys, replaceUid)];
    if (!before.active)
      throw new Refusal('conflict', `${isolated(before.name)} is not the active key any more. Look again.`);
    if (next.market !== before.market)
      throw new Refusal('conflict', `${isolated(next.name)} is a key of another market.`);
    return changes(
      next === before
        ? []
        : [
            [before.id, { active: false }],
            [next.id, { active: true }],
          ],
    );
  };

interface Deletion {
  mainUid: string;
  deleteUid: string;
  replaceUid?: string | null | undefined;
}

/** Which main key becomes active after `gone` is deleted. */
function successorOf(keys: readonly GroupedKey[], gone: GroupedKey, replaceUid: string | null): GroupedKey | null {
  const others = keys.filter((key) => key.mainKeyId === null && key.market === gone.market && key !== gone);
  if (replaceUid !== null) {
    const heir = others.find(({ id }) => id === replaceUid);
    if (!heir) throw new Refusal('not-found', NO_MAIN);
    return heir;
  }
  if (gone.active && others.length > 0)
    throw new Refusal(
      'conflict',
      `${isolated(gone.name)} is your active key. Choose the key that takes its place first.`,
    );
  return null;
}

function handOver(keys: readonly GroupedKey[], gone: GroupedKey, heir: GroupedKey | null): [string, Change][] {
  if (!heir || heir.active) return [];
  const active = keys.find((key) => key.active && key.market === gone.market);
  return [...(active ? [[active.id, { active: false }] as [string, Change]] : []), [heir.id, { active: true }]];
}

/** Deletes a key without copy keys. */
export const deleting =
  ({ mainUid, deleteUid, replaceUid = null }: Deletion): Rule =>
  (keys) => {
    const main = mainOf(keys, mainUid);
    if (deleteUid !== main.id) return changes([], copyOf(keys, main, deleteUid).id);
    if (copiesOf(keys, main).length > 0)
      throw new Refusal('conflict', `${isolated(main.name)} has copy keys. Say first what becomes of them.`);
    return changes(handOver(keys, main, successorOf(keys, main, replaceUid)), main.id);
  };

/**
 * Deletes the main key of a group. One of its copy keys takes its place, with the others under it; or another main key
 * becomes active and the copy keys leave the group, copying nothing.
 */
export const deletingGroup =
  ({ mainUid, deleteUid, replaceUid = null }: Deletion): Rule =>
  (keys) => {
    const main = mainOf(keys, deleteUid);
    if (mainUid !== deleteUid) throw new Refusal('not-found', NO_MAIN);
    const copies = copiesOf(keys, main);
    const own = copies.find(({ id }) => id === replaceUid);
    if (own) {
      const others = copies.filter((copy) => copy !== own);
      return changes(
        [
          [main.id, { active: false }],
          [own.id, { mainKeyId: null, inProcess: false, active: main.active, groupName: main.groupName }],
          ...others.map(({ id }): [string, Change] => [id, { mainKeyId: own.id }]),
        ],
        main.id,
      );
    }
    const heir = successorOf(keys, main, replaceUid);
    if (main.active && !heir && copies.length > 0)
      throw new Refusal(
        'conflict',
        `${isolated(main.name)} is your active key. Choose the key that takes its place first.`,
      );
    const alone = copies.map(({ id }): [string, Change] => [id, { ...NO_GROUP }]);
    return changes([...alone, ...handOver(keys, main, heir)], main.id);
  };
