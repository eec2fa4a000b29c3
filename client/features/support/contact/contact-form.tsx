import { Mail, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { MESSAGE_LONGEST } from '#contracts/rules/contact.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import styles from './contact.module.css';
import { PhotoField } from './photo-field.tsx';
import { type About, type Sender, type ContactState, useContact } from './use-contact.ts';

interface Props {
  sender: Sender | null;
  about: About;
}

const CHANNELS = [
  { value: 'telegram', label: 'Telegram', icon: Send },
  { value: 'email', label: 'E-mail', icon: Mail },
] as const;

const Channels = ({ contact: { channel, faults, sending, setChannel } }: { contact: ContactState }) => (
  <fieldset className={styles.way} data-wrong={faults.channel ? '' : undefined}>
    <legend className={styles.label}>How should we reply?</legend>
    <div className={styles.channels}>
      {CHANNELS.map(({ value, label, icon }) => (
        <Button
          key={value}
          variant="quiet"
          icon={icon}
          aria-pressed={channel === value}
          disabled={sending.isSuccess}
          className={classes(styles.channel, channel === value && styles.picked)}
          onClick={() => setChannel(value)}
        >
          {label}
        </Button>
      ))}
    </div>
    {faults.channel ? (
      <p className={styles.wrong} role="alert">
        {faults.channel}
      </p>
    ) : null}
  </fieldset>
);

const PLACEHOLDERS = { question: 'Describe your problem', donation: 'A few words to the operator' };

const Words = ({ contact, about }: { contact: ContactState; about: About }) => {
  const { channel, replyTo, message, faults, sending, setReplyTo, setMessage } = contact;
  return (
    <>
      <Field
        label={channel === 'telegram' ? 'Your Telegram name or e-mail' : 'Your e-mail'}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        readOnly={sending.isSuccess}
        value={replyTo}
        error={faults.replyTo}
        onChange={(event) => setReplyTo(event.target.value)}
      />
      <TextArea
        label="Your message"
        name="faqQuestion"
        placeholder={PLACEHOLDERS[about]}
        rows={5}
        maxLength={MESSAGE_LONGEST}
        readOnly={sending.isSuccess}
        value={message}
        error={faults.message}
        hint="More than 5 characters. Never send a password or the secret of a key."
        onChange={(event) => setMessage(event.target.value)}
      />
    </>
  );
};

const Outcome = ({ contact: { sending, replyTo, again } }: { contact: ContactState }) => {
  if (sending.isSuccess)
    return (
      <div className={styles.sent}>
        <output>Sent. We will reply to {replyTo}.</output>
        <Button variant="quiet" small onClick={again}>
          Write another message
        </Button>
      </div>
    );
  return sending.error ? (
    <p className={styles.wrong} role="alert">
      {sentenceOf(sending.error)}
    </p>
  ) : null;
};

/** Scrolls to the first error and focuses its field. */
function showFault(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[data-wrong] button, [aria-invalid]')?.focus({ preventScroll: true });
  form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
}

/** A message to the operator; the text is kept until it was sent. */
export function ContactForm({ sender, about }: Props) {
  const contact = useContact(sender, about);
  const online = useOnline();
  const { sending, ready, tries } = contact;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0 || sending.error) showFault(form.current);
  }, [tries, sending.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    contact.send();
  };
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
      <Channels contact={contact} />
      <Words contact={contact} about={about} />
      <PhotoField photo={contact.photo} disabled={sending.isSuccess} onChange={contact.setPhoto} />
      {online ? null : <p className={styles.note}>You are offline. Send this when the connection is back.</p>}
      <Button type="submit" disabled={!ready || !online || sending.isSuccess} busy={sending.isPending}>
        Send
      </Button>
      <Outcome contact={contact} />
    </form>
  );
}
