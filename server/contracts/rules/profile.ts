/** How many pictures there are to choose from; their indices begin at 1. */
export const AVATARS = 24;

/** The bare name of what people write: '@ada', 't.me/ada' and 'https://t.me/ada' are all ada. */
export const telegramHandle = (typed: string): string =>
  typed
    .trim()
    .replace(/^(https?:\/\/)?([\w-]+\.)+[a-z]+\//i, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');
