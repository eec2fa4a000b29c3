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

/** An alert in the form of each channel. */
export const forChannel = {
  push: (message: PushMessage): PushMessage => message,
  telegram: toText,
  mail: toLetter,
};

/** Alerts held during quiet hours as one message; a single one stays unchanged. */
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
      // The first one's tag, so that a summary that is sent again replaces itself.
      tag: `quiet-${first.notification.tag}`,
      timestamp,
    },
  };
}
