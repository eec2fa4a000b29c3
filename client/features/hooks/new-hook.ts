import type { Big } from 'big.js';
import type { CreateHook, HookAction, HookTemplate } from '#contracts/hooks.ts';
import { MAX_AGE } from '#contracts/rules/hook-actions.ts';
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
  /** Of the bot, when a signal stops it. */
  botCoins: 'keep' | 'sell';
  /** The signal bot that its signals go to; '' trades by the hook's own amounts. */
  signalBot: string;
  /** Seconds. */
  maxAge: string;
  perDayCount: string;
  /** Separated by commas. */
  addresses: string;
  undated: boolean;
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
  botCoins: 'keep',
  signalBot: '',
  maxAge: '60',
  perDayCount: '20',
  addresses: '',
  undated: false,
};

const NO_BOT = { botId: '', coins: 'keep' } as const;

/** A hook as its form shows it. */
export function draftOf(template: HookTemplate): Draft {
  const { amount, exits } = template;
  const { botId, coins: botCoins } = template.bot ?? NO_BOT;
  return {
    name: template.name,
    pairs: template.pairs,
    actions: template.actions,
    amountFrom: 'fixed' in amount ? 'fixed' : 'atMost',
    amount: ('fixed' in amount ? amount.fixed : amount.atMost).toFixed(),
    takeProfit: exits?.takeProfitPercent?.toFixed() ?? '',
    stopLoss: exits?.stopLossPercent?.toFixed() ?? '',
    copies: template.copies,
    follow: template.inStep === 'follow',
    perSignal: template.perSignalUsdt.toFixed(),
    perDay: template.perDayUsdt.toFixed(),
    botId,
    botCoins,
    signalBot: template.signalBot ?? '',
    maxAge: String(template.maxAge),
    perDayCount: String(template.perDay),
    addresses: template.addresses.join(', '),
    undated: template.undated,
  };
}

export const ACTIONS: { value: HookAction; label: string }[] = [
  { value: 'open', label: 'Open a position' },
  { value: 'add', label: 'Add to it' },
  { value: 'reduce', label: 'Close a share of it' },
  { value: 'close', label: 'Close it' },
  { value: 'targets', label: 'Set its take profit and stop' },
  { value: 'alert', label: 'Only notify me' },
];
export const BOT_ACTIONS: { value: HookAction; label: string }[] = [
  { value: 'bot-start', label: 'Start a bot' },
  { value: 'bot-stop', label: 'Stop a bot' },
];

export const BOT_COINS = [
  { value: 'keep', label: 'Kept' },
  { value: 'sell', label: 'Sold' },
] as const;

export type Faults = Partial<Record<keyof Draft, string>>;
export type Read = { json: CreateHook } | { faults: Faults };

/** A number that may be left out; undefined where it is none. */
function optional(text: string): Big | null | undefined {
  return text.trim() === '' ? null : (readPositive(text) ?? undefined);
}

/** A whole number within a range; null where it is none. */
function whole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

const listOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);
const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

const AMOUNT = 'Enter an amount above zero.';
const PERCENT = 'Enter a number above zero.';

const usesBot = ({ actions }: Pick<Draft, 'actions'>): boolean => actions.some((action) => action.startsWith('bot-'));

interface Amounts {
  amount: Big | null;
  perSignal: Big | null;
  perDay: Big | null;
  takeProfit: Big | null | undefined;
  stopLoss: Big | null | undefined;
  maxAge: number | null;
  perDayCount: number | null;
}

/** A sentence where it is not as it should be. */
const unless = (isRight: boolean, field: keyof Draft, sentence: string): Faults =>
  isRight ? {} : { [field]: sentence };

const faultsOf = (
  draft: Draft,
  { amount, perSignal, perDay, takeProfit, stopLoss, maxAge, perDayCount }: Amounts,
): Faults => ({
  ...unless(draft.name.trim() !== '', 'name', 'Enter a name'),
  ...unless(draft.actions.length > 0, 'actions', 'Choose at least one action.'),
  ...unless(amount !== null, 'amount', AMOUNT),
  ...unless(takeProfit !== undefined, 'takeProfit', PERCENT),
  ...unless(stopLoss === null || stopLoss?.lt(100) === true, 'stopLoss', 'Enter a number above zero and below 100.'),
  ...unless(perSignal !== null, 'perSignal', AMOUNT),
  ...unless(perDay !== null, 'perDay', AMOUNT),
  ...unless(maxAge !== null, 'maxAge', `Enter ${MAX_AGE.least} to ${MAX_AGE.most} seconds.`),
  ...unless(perDayCount !== null, 'perDayCount', 'Enter 1 to 500.'),
  ...unless(
    listOf(draft.addresses).every((one) => ADDRESS.test(one)),
    'addresses',
    'Enter IP addresses such as 52.89.214.238, separated by commas.',
  ),
  ...unless(!usesBot(draft) || draft.botId !== '', 'botId', 'Choose the bot.'),
});

/** A signal bot has the exits of its own settings. */
const actionsOf = ({ actions, signalBot }: Draft): HookAction[] =>
  actions.filter((action) => signalBot === '' || action !== 'targets');

const botsOf = (draft: Draft): Pick<CreateHook, 'signalBot' | 'bot'> => ({
  signalBot: draft.signalBot || null,
  bot: usesBot(draft) ? { botId: draft.botId, coins: draft.botCoins } : null,
});

/** What is sent, or what is wrong, field by field. */
export function readDraft(draft: Draft, { uid, market }: { uid: string; market: Market }): Read {
  const [amount, perSignal, perDay] = [
    readPositive(draft.amount),
    readPositive(draft.perSignal),
    readPositive(draft.perDay),
  ];
  const [takeProfit, stopLoss] = [optional(draft.takeProfit), optional(draft.stopLoss)];
  const maxAge = whole(draft.maxAge, MAX_AGE.least, MAX_AGE.most);
  const perDayCount = whole(draft.perDayCount, 1, 500);
  const faults = faultsOf(draft, { amount, perSignal, perDay, takeProfit, stopLoss, maxAge, perDayCount });
  if (Object.keys(faults).length > 0 || !amount || !perSignal || !perDay || !maxAge || !perDayCount) return { faults };
  const hasExits = Boolean(takeProfit) || Boolean(stopLoss);
  return {
    json: {
      name: draft.name,
      market,
      mainUid: uid,
      pairs: [...draft.pairs],
      actions: actionsOf(draft),
      amount: draft.amountFrom === 'fixed' ? { fixed: amount } : { atMost: amount },
      exits: hasExits ? { takeProfitPercent: takeProfit, stopLossPercent: stopLoss } : null,
      copies: draft.copies,
      inStep: draft.follow ? 'follow' : 'strict',
      perSignalUsdt: perSignal,
      perDayUsdt: perDay,
      ...botsOf(draft),
      maxAge,
      undated: draft.undated,
      perDay: perDayCount,
      addresses: listOf(draft.addresses),
    },
  };
}
