import type { Context } from 'hono';
import type { AuditDetails, AuditKind } from '#contracts/audit.ts';
import {
  addCopyKey,
  addToGroup,
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
import type { Audit } from '../../../audit/index.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { whence } from '../../../http/whence.ts';
import { mask } from '../../../lib/mask.ts';
import type { Keys } from '../index.ts';
import { type BlocksOfKeys, leaveBlocks } from './leave-blocks.ts';
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
} from './group-rules.ts';

interface Needs {
  keys: Keys;
  audit: Pick<Audit, 'record'>;
  trustProxy: boolean;
  blocks: BlocksOfKeys;
}

const DONE = { error: null };

/** What the spec's table says of keys and their groups; each change is told to the person's other pages. */
export function keyGroupsRoutes(site: Site, { keys, audit, trustProxy, blocks }: Needs): void {
  interface Said {
    c: Context<HttpEnv>;
    userId: string;
    kind?: AuditKind;
    details: AuditDetails;
  }
  const write = ({ c, userId, kind = 'key-changed', details }: Said) =>
    audit.record(userId, kind, { ...details, ...whence(c, trustProxy) });
  const change = async (said: Said, rule: Rule) => {
    await keys.change(said.userId, rule);
    await write(said);
    return DONE;
  };

  serve(site, renameKey, ({ c, person: { userId }, json }) =>
    change({ c, userId, details: { uid: json.updateUid, name: json.name } }, renaming(json)),
  );
  serve(site, renameGroup, ({ c, person: { userId }, json }) =>
    change({ c, userId, details: { uid: json.mainUid, groupName: json.groupName } }, renamingGroup(json)),
  );
  serve(site, switchCopyKey, ({ c, person: { userId }, json }) =>
    change({ c, userId, details: { uid: json.updateUid, inProcess: json.inProcess } }, switching(json)),
  );
  serve(site, addToGroup, ({ c, person: { userId }, json }) =>
    change({ c, userId, details: { uid: json.mainUid, added: json.addUids.join(' ') } }, adding(json)),
  );
  serve(site, removeFromGroup, ({ c, person: { userId }, json }) =>
    change({ c, userId, details: { uid: json.mainUid, removed: json.removeUids.join(' ') } }, removing(json)),
  );
  serve(site, replaceActiveKey, ({ c, person: { userId }, json }) =>
    change({ c, userId, kind: 'main-key-changed', details: { uid: json.replaceUid } }, activating(json)),
  );

  serve(site, addCopyKey, async ({ c, person: { userId }, json: { mainUid, groupName, ...key } }) => {
    await keys.plan(userId, renamingGroup({ mainUid, groupName }));
    const added = await keys.addCopy(userId, mainUid, key);
    if (added.uid === null) return added;
    await keys.change(userId, renamingGroup({ mainUid, groupName }));
    const { market, name } = key;
    await write({ c, userId, kind: 'key-added', details: { market, name, key: mask(key.key), mainUid } });
    return added;
  });

  const remove = async (said: Omit<Said, 'details'>, of: { rule: Rule; openBlocks: 'close' | 'leave' | null }) => {
    const { userId } = said;
    const { removed: keyId } = await keys.plan(userId, of.rule);
    const gone = keyId && (await keys.described(userId, keyId));
    if (!keyId || !gone) return DONE;
    await leaveBlocks(blocks, { userId, keyId, name: gone.name }, of.openBlocks);
    return change({ ...said, kind: 'key-removed', details: gone }, of.rule);
  };
  serve(site, deleteKey, ({ c, person: { userId }, json }) =>
    remove({ c, userId }, { rule: deleting(json), openBlocks: json.openBlocks ?? null }),
  );
  serve(site, deleteKeyGroup, ({ c, person: { userId }, json }) =>
    remove({ c, userId }, { rule: deletingGroup(json), openBlocks: json.openBlocks ?? null }),
  );

  serve(site, showKey, async ({ person, params }) => ({ key: await keys.apiKey(person.userId, params.uid) }));
  serve(site, listKeyBalances, ({ person, params }) => keys.holdings(person.userId, params.uid));
}
