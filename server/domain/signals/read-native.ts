import { HOOK_ACTIONS, type HookAction } from '../../contracts/rules/hook-actions.ts';
import { amountOf, amountsOf, FieldFault, neededText, oneOf, shareOf, textOf, timeOf } from './fields.ts';
import type { Body } from './read-body.ts';
import type { Signal } from './signal.ts';

const FIELDS = ['id', 'time', 'action', 'pair', 'price', 'amount', 'takeProfits', 'stopLoss', 'share', 'secret'];
/** These are about no pair. */
const WITHOUT_PAIR: ReadonlySet<HookAction> = new Set(['bot-start', 'bot-stop', 'alert']);

/** 'bot start' and 'bot_start' are 'bot-start'. */
const actionName = (text: string): string => text.toLowerCase().replaceAll(/[ _]/g, '-');

export const isNative = ({ action }: Body): boolean =>
  typeof action === 'string' && HOOK_ACTIONS.some((name) => name === actionName(action));

/** Our own format is strict: a field that is not known is a mistake of the sender. */
export function readNative(body: Body): Signal {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw new FieldFault(`There is no field named ${unknown.slice(0, 40)}. Known are: ${FIELDS.join(', ')}.`);
  const action = oneOf(actionName(neededText(body, 'action')), HOOK_ACTIONS, 'action');
  const id = textOf(body, 'id');
  return {
    format: 'native',
    id,
    time: timeOf(body, 'time'),
    maxLag: null,
    ask: { by: 'action', action },
    pair: WITHOUT_PAIR.has(action) ? textOf(body, 'pair') : neededText(body, 'pair'),
    exchange: null,
    price: amountOf(body, 'price'),
    amount: amountOf(body, 'amount'),
    takeProfits: amountsOf(body, 'takeProfits'),
    stopLoss: amountOf(body, 'stopLoss'),
    share: shareOf(body, 'share'),
    worth: null,
    isTest: false,
    alias: null,
  };
}
