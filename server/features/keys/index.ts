import type { SecretPurpose } from '#contracts/audit.ts';
import type { addKey, repeatOutsideDeals, sizeCopyKey } from '#contracts/key-edits.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { Market } from '#contracts/symbol.ts';
import type { WorthSpan } from '#contracts/worth.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Big } from 'big.js';
import type { Db } from '../../db/database.ts';
import type { ExchangeOrder } from '../../exchanges/exchange.ts';
import { Refusal } from '../../lib/errors.ts';
import { addCheckedKey } from './add-key.ts';
import { type BalanceBook, balanceBook } from './balances/balance-book.ts';
import { askBalances } from './balances/key-balances.ts';
import { remoteBalances, sharedBalances } from './balances/remote-balances.ts';
import { keyHoldings } from './balances/holdings.ts';
import { keyWorth, type Valued } from './balances/key-worth.ts';
import { keyChecks } from './checks/key-checks.ts';
import type { Changes, Rule } from './groups/group-rules.ts';
import { groupsStore } from './groups/groups.store.ts';
import type { Listed } from './keys.presenter.ts';
import { keysStore, repeatingKeys, type KeyRow } from './keys.store.ts';
import { openKey, type OpenKey } from './open-key.ts';
import type { KeyContext, KeyDeps } from './deps.ts';
import { readWorth } from './worth/read-worth.ts';
import { worthRecorder } from './worth/worth-recorder.ts';

export { accountWatch } from './account-watch.ts';
export type { OpenKey } from './open-key.ts';

/** A key that copies its main key's deals, while `inProcess`. */
export interface CopyKey {
  id: string;
  name: string;
  multiplier: Big;
  /** The most that one deal may cost, USDT. */
  ceiling: Big | null;
  /** USDT per deal, whatever the balances; null sizes by their ratio. */
  fixed: Big | null;
  inProcess: boolean;
  /** Why it is disabled; null while it is not. */
  disabledReason: string | null;
}

type OrderListener = (key: KeyRow, order: ExchangeOrder) => void;
type OutsideListener = (key: { userId: string; keyId: string }) => Promise<void>;

const SECOND_FACTOR_FIRST =
  'First turn on two-factor authentication or add a passkey in your account: this key will trade with real money.';

/** Main keys whose deals made directly on the exchange are copied. */
const REPEAT_OUTSIDE = 'keys.repeat-outside';

function outsideSwitch({ db, clock, bus, log }: Pick<KeyDeps, 'db' | 'clock' | 'bus' | 'log'>) {
  const listeners = new Set<OutsideListener>();
  return {
    async repeatOutside(userId: string, { mainUid, repeatOutside }: JsonOf<typeof repeatOutsideDeals>): Promise<void> {
      const of = { repeats: repeatOutside, now: clock() };
      if (!(await keysStore(db, userId).repeatOutside(mainUid, of)))
        throw new Refusal('not-found', 'There is no such main key.');
      const key = { userId, keyId: mainUid };
      await Promise.all([...listeners].map((listener) => listener(key)));
      bus.publish(REPEAT_OUTSIDE, key);
    },
    /** Since when a main key's external deals are copied, UTC epoch ms; null where they are not. */
    async outsideSince(userId: string, keyId: string): Promise<number | null> {
      const row = await keysStore(db, userId).byId(keyId);
      return row?.repeatOutside && row.mainKeyId === null ? row.repeatOutsideSince : null;
    },
    repeatingOutside: () => repeatingKeys(db),
    /** Called for each change: for one made in this process, before its response. */
    onRepeatOutside(listener: OutsideListener): void {
      listeners.add(listener);
      bus.subscribe(REPEAT_OUTSIDE, (key) => {
        listener(key as { userId: string; keyId: string }).catch((error: unknown) =>
          log.error({ error }, 'a change of what is repeated was not followed'),
        );
      });
    },
  };
}

const isUsed = ({ disabledReason }: KeyRow): boolean => disabledReason === null;

const copyKey = ({ id, name, multiplier, ceiling, fixed, inProcess, disabledReason }: KeyRow): CopyKey => {
  return { id, name, multiplier, ceiling, fixed, inProcess, disabledReason };
};

/** A main key ready for use, and its copy keys, oldest first. */
interface KeyGroup {
  key: OpenKey;
  copies: CopyKey[];
}

/** The keys that copy a main key's deals, and their sizing rules. */
const copyKeys = (db: Db) => ({
  /** Oldest first. */
  async copies(userId: string, mainKeyId: string): Promise<CopyKey[]> {
    return (await keysStore(db, userId).copies(mainKeyId)).map(copyKey);
  },
  async sizeCopy(userId: string, { mainUid, updateUid, multiplier, ceiling, fixed }: JsonOf<typeof sizeCopyKey>) {
    const isSized = await keysStore(db, userId).sizeCopy(
      { mainKeyId: mainUid, id: updateUid },
      { multiplier, ceiling, fixed: fixed ?? null },
    );
    if (!isSized) throw new Refusal('not-found', 'There is no such copy key under this main key.');
  },
});

/** Keys ready for use. A disabled key is not opened. */
function usedKeys({ db, open, balances }: Pick<KeyContext, 'db' | 'open'> & { balances: Pick<BalanceBook, 'seen'> }) {
  async function activeGroup(userId: string, market: Market): Promise<KeyGroup | null> {
    balances.seen(userId);
    const { main, copies } = await keysStore(db, userId).activeGroup(market);
    if (main?.disabledReason)
      throw new Refusal('conflict', `${isolated(main.name)} is disabled: ${main.disabledReason}`);
    return main && { key: await open(main), copies: copies.map(copyKey) };
  }
  return {
    /** The active main key of a market with its copy keys, or null. */
    activeGroup,
    /** The active main key of a market, or null. */
    active: async (userId: string, market: Market): Promise<OpenKey | null> =>
      (await activeGroup(userId, market))?.key ?? null,
    /** Whether it is a main key of the person. */
    async isMain(userId: string, keyId: string): Promise<boolean> {
      const row = await keysStore(db, userId).byId(keyId);
      return row?.mainKeyId === null;
    },
    async byId(userId: string, keyId: string): Promise<OpenKey | null> {
      const row = await keysStore(db, userId).byId(keyId);
      return row && isUsed(row) ? open(row) : null;
    },
    /** Missing keys are left out. */
    async byIds(userId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, OpenKey>> {
      const rows = keyIds.length > 0 ? await keysStore(db, userId).byIds(keyIds) : [];
      const opened = await Promise.all(rows.filter(isUsed).map(open));
      return new Map(opened.map((key) => [key.keyId, key]));
    },
  };
}

interface ValuedKeyDeps
  extends Pick<KeyDeps, 'db' | 'clock' | 'log'>, Pick<ReturnType<typeof keyWorth>, 'valued' | 'fresh'> {
  balances: Pick<BalanceBook, 'seen'>;
}

/** A person's keys and what they are worth. */
function valuedKeys({ db, clock, log, balances, valued, fresh }: ValuedKeyDeps) {
  const rows = (userId: string) => keysStore(db, userId).all();
  const list = async (userId: string): Promise<Listed[]> => {
    balances.seen(userId);
    const listed = await keysStore(db, userId).listed();
    return Promise.all(listed.map(async ({ openBlocks, ...row }) => Object.assign(await valued(row), { openBlocks })));
  };
  const freshWorths = async (userId: string): Promise<Valued[]> => Promise.all((await rows(userId)).map(fresh));
  return {
    list,
    names: async (userId: string): Promise<{ keyId: string; name: string }[]> =>
      (await rows(userId)).map(({ id, name }) => ({ keyId: id, name })),
    ids: async (userId: string): Promise<string[]> => (await rows(userId)).map(({ id }) => id),
    /** The active main keys, one a market. */
    activeIds: async (userId: string): Promise<ReadonlySet<string>> =>
      new Set((await rows(userId)).filter(({ active }) => active).map(({ id }) => id)),
    /** What all keys are worth in USDT, and were in a span before. */
    worth: (userId: string, span: WorthSpan) => readWorth({ db, clock, valued: () => list(userId) }, userId, span),
    freshWorths,
    recorder: worthRecorder({ db, clock, log, freshWorths }),
  };
}

/** S-33: a key is opened only after its use is stored. */
const keyOpener =
  ({ audit, dataKey }: Pick<KeyDeps, 'audit' | 'dataKey'>) =>
  (purpose: SecretPurpose) =>
  async (row: KeyRow): Promise<OpenKey> => {
    await audit.secrets.keyUse(row, purpose);
    return openKey(await dataKey(row.userId), row);
  };

/** Of a process with account streams, or of one without. */
function keyBalances(deps: KeyContext, onOrder: OrderListener): BalanceBook {
  const { db, bus, clock, mostWatched: most } = deps;
  const keysOf = (userId: string) => keysStore(db, userId).all();
  const ask = (userId: string, keyId: string) => askBalances(deps, userId, keyId);
  const sources = { bus, clock, ask };
  return deps.streams
    ? sharedBalances(sources, balanceBook({ ...deps, keysOf, onOrder }, { most }))
    : remoteBalances(sources);
}

export function createKeys(deps: KeyDeps) {
  const { db, clock, log, live, audit, exchanges, dataKey, lastPrice, paper, mayAddKeys } = deps;
  const openFor = keyOpener({ audit, dataKey });
  const reads = { clock, log, exchanges, open: openFor('balances') };
  const orderListeners = new Set<OrderListener>();
  const onOrder: OrderListener = (row, order) => orderListeners.forEach((listener) => listener(row, order));
  const balances = keyBalances({ ...deps, ...reads }, onOrder);
  const { valued, fresh, noteResult, forgetWorth } = keyWorth({ ...reads, lastPrice, balances, live });

  async function add(userId: string, json: JsonOf<typeof addKey>, mainKeyId: string | null) {
    if (!(await mayAddKeys(userId))) return { error: SECOND_FACTOR_FIRST, uid: null, check: null };
    const exchange = exchanges.get(json.market) ?? null;
    const store = keysStore(db, userId);
    return addCheckedKey({ store, exchange, clock, userId, dataKey: await dataKey(userId), paper, mainKeyId }, json);
  }

  /** `emptied` names a key whose balances changed. */
  const changed = (userId: string, emptied?: string): void => {
    balances.changed(userId);
    if (emptied !== undefined) forgetWorth(userId, emptied);
    live.toUser(userId, { topic: 'keys', body: {} });
  };
  const onSwitch = async (row: KeyRow, disabledReason: string | null): Promise<void> => {
    changed(row.userId);
    const { name, market } = row;
    const kind = disabledReason === null ? 'key-enabled' : 'key-disabled';
    await audit.record(row.userId, kind, { name, market, reason: disabledReason });
  };
  return {
    checks: keyChecks({ db, clock, log, exchanges, open: openFor('check'), onSwitch, onResult: noteResult }),
    ...outsideSwitch(deps),
    /** The changes that a rule would make to a group; throws its refusal. */
    plan: (userId: string, rule: Rule): Promise<Changes> => groupsStore(db, userId).plan(rule),
    async change(userId: string, rule: Rule): Promise<void> {
      await groupsStore(db, userId).change(rule, clock());
      changed(userId);
    },
    ...copyKeys(db),
    ...keyHoldings({ ...reads, db, balances, lastPrice }),
    balances,
    /** Orders of main keys with copies and of those copies, while their owner is active. */
    onOrder: (listener: OrderListener) => void orderListeners.add(listener),
    changed,
    /** The account was deleted. */
    forget(userId: string): void {
      balances.forget(userId);
      forgetWorth(userId);
    },
    ...valuedKeys({ db, clock, log, balances, valued, fresh }),
    async add(userId: string, json: JsonOf<typeof addKey>) {
      const added = await add(userId, json, null);
      if (added.uid !== null) changed(userId);
      return added;
    },
    /** Under a main key of the same market; it copies deals from now on. */
    async addCopy(userId: string, mainKeyId: string, json: JsonOf<typeof addKey>) {
      const added = await add(userId, json, mainKeyId);
      if (added.uid !== null) changed(userId);
      return added;
    },
    ...usedKeys({ db, open: openFor('trading'), balances }),
  };
}
export type Keys = ReturnType<typeof createKeys>;
