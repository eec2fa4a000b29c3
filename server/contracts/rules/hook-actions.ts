/** What a hook may do; its owner chooses which. */
export const HOOK_ACTIONS = ['open', 'add', 'reduce', 'close', 'targets', 'bot-start', 'bot-stop', 'alert'] as const;
export type HookAction = (typeof HOOK_ACTIONS)[number];

/** How the body of a signal is written. */
export const SIGNAL_FORMATS = ['native', 'tradingview', '3commas', 'altrady'] as const;
export type SignalFormat = (typeof SIGNAL_FORMATS)[number];

/** Seconds. */
export const MAX_AGE = { least: 5, most: 900, usual: 60 } as const;
