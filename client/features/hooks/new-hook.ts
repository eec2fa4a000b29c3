import type { Big } from 'big.js';
import type { CreateHook, HookAction } from '#contracts/hooks.ts';
import type { Market } from '#contracts/symbol.ts';
import { readPositive } from '../../lib/read-positive.ts';

export interface Draft {
  name: string;
  pairs: readonly string[];
  actions: readonly HookAction[];
  amountFrom: 'fixed' | 'atMost';
  amount: string;
  takeProfit: string;
  stopLoss: string;
  copies: boolean;
  follow: boolean;
  perSignal: string;
  perDay: string;
  botId: string;
}

export const NEW_DRAFT: Draft = {
  name: '',
  pairs: ['xrp_usdt'],
  actions: ['open', 'close'],
  amountFrom: 'fixed',
  amount: '50',
  takeProfit: '',
  stopLoss: '',
  copies: false,
  follow: false,
  perSignal: '100',
  perDay: '500',
  botId: '',
};

export const ACTIONS: { value: HookAction; label: string }[] = [
  { value: 'open', label: 'Open a position' },
  { value: 'add', label: 'Add to it' },
  { value: 'reduce', label: 'Close a share of it' },
  { value: 'close', label: 'Close it' },
  { value: 'targets', label: 'Set its take profit and stop' },
  { value: 'alert', label: 'Only tell me' },
];
export const BOT_ACTIONS: { value: HookAction; label: string }[] = [
  { value: 'bot-start', label: 'Start a bot' },
  { value: 'bot-stop', label: 'Stop a bot, and keep its coins' },
];

export type Faults = Partial<Record<keyof Draft, string>>;
export type Read = { json: CreateHook } | { faults: Faults };

/** A number that may be left out; undefined where it is none. */
function optional(text: string): Big | null | undefined {
  return text.trim() === '' ? null : (readPositive(text) ?? undefined);
}

const AMOUNT = 'Enter an amount above zero.';
const PERCENT = 'Enter a number above zero.';

const usesBot = ({ actions }: Pick<Draft, 'actions'>): boolean => actions.some((action) => action.startsWith('bot-'));

interface Amounts {
  amount: Big | null;
  perSignal: Big | null;
  perDay: Big | null;
  takeProfit: Big | null | undefined;
  stopLoss: Big | null | undefined;
}

/** A sentence where it is not as it should be. */
const unless = (isRight: boolean, field: keyof Draft, sentence: string): Faults =>
  isRight ? {} : { [field]: sentence };

const faultsOf = (draft: Draft, { amount, perSignal, perDay, takeProfit, stopLoss }: Amounts): Faults => ({
  ...unless(draft.name.trim() !== '', 'name', 'Enter a name'),
  ...unless(draft.actions.length > 0, 'actions', 'Choose at least one action.'),
  ...unless(amount !== null, 'amount', AMOUNT),
  ...unless(takeProfit !== undefined, 'takeProfit', PERCENT),
  ...unless(stopLoss === null || stopLoss?.lt(100) === true, 'stopLoss', 'Enter a number above zero and below 100.'),
  ...unless(perSignal !== null, 'perSignal', AMOUNT),
  ...unless(perDay !== null, 'perDay', AMOUNT),
  ...unless(!usesBot(draft) || draft.botId !== '', 'botId', 'Choose the bot.'),
});

/** What is sent, or what is wrong, field by field. */
export function readDraft(draft: Draft, { uid, market }: { uid: string; market: Market }): Read {
  const [amount, perSignal, perDay] = [
    readPositive(draft.amount),
    readPositive(draft.perSignal),
    readPositive(draft.perDay),
  ];
  const [takeProfit, stopLoss] = [optional(draft.takeProfit), optional(draft.stopLoss)];
  const faults = faultsOf(draft, { amount, perSignal, perDay, takeProfit, stopLoss });
  if (Object.keys(faults).length > 0 || !amount || !perSignal || !perDay) return { faults };
  const hasExits = Boolean(takeProfit) || Boolean(stopLoss);
  return {
    json: {
      name: draft.name,
      market,
      mainUid: uid,
      pairs: [...draft.pairs],
      actions: [...draft.actions],
      amount: draft.amountFrom === 'fixed' ? { fixed: amount } : { atMost: amount },
      exits: hasExits ? { takeProfitPercent: takeProfit, stopLossPercent: stopLoss } : null,
      copies: draft.copies,
      inStep: draft.follow ? 'follow' : 'strict',
      perSignalUsdt: perSignal,
      perDayUsdt: perDay,
      bot: usesBot(draft) ? { botId: draft.botId, coins: 'keep' } : null,
      maxAge: 60,
      undated: false,
      perDay: 20,
      addresses: [],
    },
  };
}
