import type { PushMessage } from '#contracts/push.ts';
import type { Letter } from '../../../mail/letter.ts';

const MOST_LINES = 20;

const toText = ({ notification: { title, body, navigate } }: PushMessage): { text: string } => ({
  text: `${title}\n${body}\n${navigate}`,
});

const toLetter = ({ notification: { title, body, navigate } }: PushMessage): Letter => ({
  title,
  paragraphs: body.split('\n'),
  link: { label: 'Open your alerts', url: navigate },
});

/** An alert as each channel takes it. */
export const forChannel = {
  push: (message: PushMessage): PushMessage => message,
  telegram: toText,
  mail: toLetter,
};

/** What was held in the quiet hours, as one message; one alone stays what it is. */
export function summary(messages: readonly [PushMessage, ...PushMessage[]]): PushMessage {
  const [first] = messages;
  const last = messages.at(-1) ?? first;
  if (messages.length === 1) return first;
  const lines = messages.map(({ notification: { title, body } }) => `${title}. ${body.split('\n', 1)[0] ?? ''}`);
  const more = lines.length - MOST_LINES;
  if (more > 0) lines.splice(MOST_LINES, more, `And ${more} more.`);
  const { navigate, timestamp } = last.notification;
  return {
    ...last,
    notification: {
      title: `${messages.length} alerts in your quiet hours`,
      body: lines.join('\n'),
      navigate,
      // Of the first, so that the same summary sent twice shows once.
      tag: `quiet-${first.notification.tag}`,
      timestamp,
    },
  };
}
