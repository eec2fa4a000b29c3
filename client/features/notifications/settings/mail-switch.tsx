import { Send } from 'lucide-react';
import type { NotificationSettings } from '#contracts/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useChangeSettings, useTest } from './settings.queries.ts';
import styles from './settings.module.css';

/** E-mail notifications need a proven address. */
export function MailSwitch({ settings: { mail } }: { settings: NotificationSettings }) {
  const changing = useChangeSettings();
  const testing = useTest(mail.address);
  const turn = (on: boolean) => changing.mutate({ mail: on });
  return (
    <>
      <Switch label="Alerts by e-mail" checked={mail.on} disabled={changing.isPending} onChange={turn} />
      <p className={styles.muted}>Every alert that fires goes to {mail.address} as well.</p>
      {mail.on ? (
        <div>
          <Button
            variant="quiet"
            icon={Send}
            busy={testing.isPending}
            onClick={() => testing.mutate({ channel: 'mail' })}
          >
            Send a test e-mail
          </Button>
        </div>
      ) : null}
    </>
  );
}
