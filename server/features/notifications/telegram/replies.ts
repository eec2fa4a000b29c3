/** The bot's replies. */
export const LINKED =
  'Linked. The alerts that you send to Telegram come to this chat from now on. Write /stop to end that.';
export const STOPPED = 'Stopped. This chat gets no more messages about your account.';
export const NOT_LINKED = 'No account is linked with this chat.';
export const PRIVATE_ONLY = 'Write to me in a private chat: your alerts are not sent where others can read them.';
export const outdated = (account: string) => `This link is no longer valid. Create a new one: ${account}`;
export const howTo = (account: string) =>
  `Alerts of Tandem come to this chat once it is linked. Press Link Telegram there: ${account}`;
