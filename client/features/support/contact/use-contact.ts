import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MESSAGE_ABOVE, messageFault, PHOTO_BYTES, replyFault } from '#contracts/rules/contact.ts';
import { type ContactChannel, sendContact } from '#contracts/support.ts';
import { call } from '../../../lib/call.ts';
import { holdReload } from '../../../lib/reload-hold.ts';
import { toast } from '../../../ui/toast.ts';

/** The signed-in user's contact details. */
export interface Sender {
  email: string;
  telegram: string;
}

export type About = 'question' | 'donation';

export const PHOTO_TYPES = ['image/png', 'image/jpeg'];

const NO_CHANNEL = 'Choose how we should reply: by Telegram or by e-mail.';

export function photoFault({ size, type }: Pick<File, 'size' | 'type'>): string | null {
  if (!PHOTO_TYPES.includes(type)) return 'Choose a png, jpeg or jpg.';
  return size > PHOTO_BYTES ? 'A photo may have at most 5 MB.' : null;
}

/** Default reply address. */
const known = (sender: Sender | null, channel: ContactChannel | null): string => {
  if (!sender) return '';
  return channel === 'telegram' && sender.telegram ? `@${sender.telegram}` : sender.email;
};

interface Faults {
  channel?: string | null;
  replyTo?: string | null;
  message?: string | null;
}

export function useContact(sender: Sender | null, about: About) {
  const [channel, setChannel] = useState<ContactChannel | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  const [tries, setTries] = useState(0);
  const sending = useMutation({
    mutationFn: (form: { channel: ContactChannel; replyTo: string }) =>
      call(sendContact, { form: { ...form, about, message, ...(photo ? { photo } : {}) } }),
    onSuccess: () => toast.success('Message and file sent successfully!'),
  });
  const isWriting = message !== '' && !sending.isSuccess;
  useEffect(() => (isWriting ? holdReload('a message is being written') : undefined), [isWriting]);
  const replyTo = typed ?? known(sender, channel);
  const faults: Faults = channel
    ? { replyTo: replyFault(channel, replyTo), message: messageFault(message) }
    : { channel: NO_CHANNEL };
  return {
    channel,
    replyTo,
    message,
    photo,
    /** Errors after the first attempt to send. */
    faults: tries > 0 ? faults : {},
    tries,
    ready: message.trim().length > MESSAGE_ABOVE,
    sending,
    setChannel,
    setReplyTo: setTyped,
    setMessage,
    setPhoto,
    send() {
      setTries(tries + 1);
      const isWrong = Object.values(faults).some((fault) => fault !== null);
      if (channel && !isWrong && !sending.isPending && !sending.isSuccess) sending.mutate({ channel, replyTo });
    },
    again() {
      setMessage('');
      setPhoto(null);
      setTries(0);
      sending.reset();
    },
  };
}
export type ContactState = ReturnType<typeof useContact>;
