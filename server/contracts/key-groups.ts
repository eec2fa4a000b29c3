import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { addKey, keyField, KeyReport } from './key-edits.ts';
import { money } from './money.ts';
import { Market } from './symbol.ts';

const done = z.object({ error: z.nullable(z.string()) });
const uids = z.array(z.uuid()).check(z.minLength(1, 'Choose at least one key.'), z.maxLength(20, 'At most 20 keys.'));
const name = keyField(60);

export const renameKey = endpoint({
  method: 'put',
  path: '/api/key',
  summary: 'Rename a key',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), updateUid: z.uuid(), market: Market, name }),
  response: done,
});

/** What becomes of a key's open blocks when it is deleted; asked for only where it has some. */
export const LeaveBlocks = z.enum(['close', 'leave']);

const deletion = z.strictObject({
  mainUid: z.uuid(),
  deleteUid: z.uuid(),
  /** The key that becomes active, where the deleted one was. */
  replaceUid: z.optional(z.nullable(z.uuid())),
  market: Market,
  openBlocks: z.optional(LeaveBlocks),
});

export const deleteKey = endpoint({
  method: 'delete',
  path: '/api/key',
  summary: 'Delete a key that has no copy keys',
  access: 'person',
  json: deletion,
  response: done,
});

export const deleteKeyGroup = endpoint({
  method: 'delete',
  path: '/api/key/group/delete',
  summary: 'Delete a main key that has copy keys: one of them takes its place, or all stand alone',
  access: 'person',
  json: deletion,
  response: done,
});

export const addCopyKey = endpoint({
  method: 'post',
  path: '/api/key/group',
  summary: "Add a new key as a main key's copy key",
  access: 'person',
  confirm: true,
  json: z.extend(addKey.json, { mainUid: z.uuid(), groupName: name }),
  response: addKey.response,
});

export const addToGroup = endpoint({
  method: 'put',
  path: '/api/key/group/add',
  summary: 'Make stand-alone keys copy keys of a main key',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), addUids: uids, groupName: name, market: Market }),
  response: done,
});

export const removeFromGroup = endpoint({
  method: 'put',
  path: '/api/key/group/remove',
  summary: 'Let copy keys stand alone, with copying off',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), removeUids: uids, groupName: name, market: Market }),
  response: done,
});

export const renameGroup = endpoint({
  method: 'put',
  path: '/api/key/group/update',
  summary: 'Rename a group',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), groupName: name, market: Market }),
  response: done,
});

export const switchCopyKey = endpoint({
  method: 'put',
  path: '/api/key/group/updateKey',
  summary: 'Switch the copying of new deals on or off for one copy key',
  access: 'person',
  json: z.strictObject({ mainUid: z.uuid(), updateUid: z.uuid(), inProcess: z.boolean(), market: Market }),
  response: done,
});

export const replaceActiveKey = endpoint({
  method: 'put',
  path: '/api/key/replace',
  summary: 'Make another main key the active one',
  access: 'person',
  json: z.strictObject({ uid: z.uuid(), replaceUid: z.uuid(), market: Market }),
  response: done,
});

export const showKey = endpoint({
  method: 'get',
  path: '/api/key/:uid/key',
  summary: "The API key's full text; never its secret",
  access: 'person',
  params: z.object({ uid: z.uuid() }),
  response: z.object({ key: z.string() }),
});

export const checkKey = endpoint({
  method: 'get',
  path: '/api/key/:uid/check',
  summary: 'Ask the exchange what a key may do now',
  access: 'person',
  params: z.object({ uid: z.uuid() }),
  response: KeyReport,
});

export const listKeyBalances = endpoint({
  method: 'get',
  path: '/api/key/:uid/balances',
  summary: 'What a key holds, asset by asset, the most valuable first; a value is null where no price is known',
  access: 'person',
  params: z.object({ uid: z.uuid() }),
  response: z.object({
    balances: z.array(z.object({ asset: z.string(), free: money, locked: money, usdt: z.nullable(money) })),
    /** UTC epoch ms. */
    at: z.number(),
  }),
});
