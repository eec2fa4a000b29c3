/** What the bot writes back. */
export const LINKED =
  'Linked. The alerts that you send to Telegram come to this chat from now on. Write /stop to end that.';
export const STOPPED = 'Stopped. Nothing of your account comes to this chat any more.';
export const NOT_LINKED = 'No account is linked with this chat.';
export const PRIVATE_ONLY = 'Write to me in a private chat: what others read is no place for your alerts.';
export const outdated = (account: string) => `This link does not hold any more. Make a new one: ${account}`;
export const howTo = (account: string) =>
  `Alerts of Tandem come to this chat once it is linked. Press Link Telegram there: ${account}`;
