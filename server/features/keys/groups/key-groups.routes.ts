import type { AuditDetails, AuditKind } from '#contracts/audit.ts';
import {
  addCopyKey,
  addToGroup,
  checkKey,
  deleteKey,
  deleteKeyGroup,
  listKeyBalances,
  removeFromGroup,
  renameGroup,
  renameKey,
  replaceActiveKey,
  showKey,
  switchCopyKey,
} from '#contracts/key-groups.ts';
import { switchAllCopies } from '#contracts/copying.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { mask } from '../../../lib/mask.ts';
import { leaveBlocks } from './leave-blocks.ts';
import {
  activating,
  adding,
  deleting,
  deletingGroup,
  removing,
  renaming,
  renamingGroup,
  type Rule,
  switching,
  switchingAll,
} from './group-rules.ts';
import type { KeyRouteDeps } from '../route-deps.ts';

interface GroupEvent {
  userId: string;
  kind?: AuditKind;
  details: AuditDetails;
}

const DONE = { error: null };

/** The group operations of the spec; each change is published to the user's other pages. */
export function keyGroupsRoutes(
  site: Site,
  { keys, audit, blocks }: Pick<KeyRouteDeps, 'keys' | 'audit' | 'blocks'>,
): void {
  const write = ({ userId, kind = 'key-changed', details }: GroupEvent) => audit.record(userId, kind, details);
  const change = async (event: GroupEvent, rule: Rule) => {
    await keys.change(event.userId, rule);
    await write(event);
    return DONE;
  };

  serve(site, renameKey, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.updateUid, name: json.name } }, renaming(json)),
  );
  serve(site, renameGroup, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.mainUid, groupName: json.groupName } }, renamingGroup(json)),
  );
  serve(site, switchCopyKey, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.updateUid, inProcess: json.inProcess } }, switching(json)),
  );
  serve(site, switchAllCopies, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.mainUid, inProcess: json.inProcess } }, switchingAll(json)),
  );
  serve(site, addToGroup, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.mainUid, added: json.addUids.join(' ') } }, adding(json)),
  );
  serve(site, removeFromGroup, ({ person: { userId }, json }) =>
    change({ userId, details: { uid: json.mainUid, removed: json.removeUids.join(' ') } }, removing(json)),
  );
  serve(site, replaceActiveKey, ({ person: { userId }, json }) =>
    change({ userId, kind: 'main-key-changed', details: { uid: json.replaceUid } }, activating(json)),
  );

  serve(site, addCopyKey, async ({ person: { userId }, json: { mainUid, groupName, ...key } }) => {
    await keys.plan(userId, renamingGroup({ mainUid, groupName }));
    const added = await keys.addCopy(userId, mainUid, key);
    if (added.uid === null) return added;
    await keys.change(userId, renamingGroup({ mainUid, groupName }));
    const { market, name } = key;
    await write({ userId, kind: 'key-added', details: { market, name, key: mask(key.key), mainUid } });
    return added;
  });

  const remove = async (userId: string, of: { rule: Rule; openBlocks: 'close' | 'leave' | null }) => {
    const { removed: keyId } = await keys.plan(userId, of.rule);
    const gone = keyId && (await keys.described(userId, keyId));
    if (!keyId || !gone) return DONE;
    await leaveBlocks(blocks, { userId, keyId, name: gone.name }, of.openBlocks);
    return change({ userId, kind: 'key-removed', details: gone }, of.rule);
  };
  serve(site, deleteKey, ({ person: { userId }, json }) =>
    remove(userId, { rule: deleting(json), openBlocks: json.openBlocks ?? null }),
  );
  serve(site, deleteKeyGroup, ({ person: { userId }, json }) =>
    remove(userId, { rule: deletingGroup(json), openBlocks: json.openBlocks ?? null }),
  );

  serve(site, showKey, async ({ person, params }) => ({ key: await keys.apiKey(person.userId, params.uid) }));
  serve(site, checkKey, ({ person, params }) => keys.checks.check(person.userId, params.uid));
  serve(site, listKeyBalances, ({ person, params }) => keys.holdings(person.userId, params.uid));
}
