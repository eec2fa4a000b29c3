import { Link2Off } from 'lucide-react';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './sign-screen.module.css';

/** The server makes no recovery links yet, so none that leads here is valid. */
export function RestoreScreen() {
  useTitle('New password');
  return (
    <div className={styles.screen}>
      <Card className={styles.card}>
        <h1>New password</h1>
        <Empty
          icon={Link2Off}
          title="Recover link is not valid. Try to recover password again."
          action={<ButtonLink to="/signin">Go to Sign in</ButtonLink>}
        />
      </Card>
    </div>
  );
}
