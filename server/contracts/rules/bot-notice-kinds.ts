/** What a bot notifies its owner of beyond the open page, by the words of its switch. */
export const BOT_NOTICES = {
  'needs-you': 'It needs you',
  stopped: 'It stops by a rule',
  late: 'A stop was reached while this server was away',
  outside: 'The price has been outside its lines for an hour',
  paused: 'It is paused, and not by you',
  started: 'It has started',
  rounds: 'Rounds are done (at most one message a minute)',
} as const;

/** Bots that trade no levels have deals. */
export const DEALS_ARE_OVER = 'Deals are over (at most one message a minute)';

export type BotNoticeKind = keyof typeof BOT_NOTICES;

/** Those of a bot whose owner has switched none. */
export const USUAL_NOTICES: readonly BotNoticeKind[] = ['needs-you', 'stopped', 'late', 'outside'];

/** Money may be at risk: quiet hours do not hold it back. */
export const isUrgent = (kind: BotNoticeKind): boolean => kind !== 'started' && kind !== 'rounds';
