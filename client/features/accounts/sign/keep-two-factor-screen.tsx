import { keepTwoFactorByLink } from '#contracts/two-factor.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { call } from '../../../lib/call.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { userQuery } from '../session.ts';
import { SignCard } from './sign-card.tsx';
import styles from './sign-screen.module.css';

/** Target of the link in mails that announce the removal of two-factor. */
export function KeepTwoFactorScreen() {
  const { token = '' } = useParams();
  const client = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => call(keepTwoFactorByLink, { json: { token } }),
    onSuccess: () => client.invalidateQueries(userQuery),
  });
  return (
    <SignCard title="Keep two-factor">
      {keeping.data === true ? (
        <div className={styles.form}>
          <output>
            Two-factor stays on. If you did not ask for its removal, change the password of your e-mail account.
          </output>
          <ButtonLink to="/signin">Sign in</ButtonLink>
        </div>
      ) : (
        <div className={styles.form}>
          <p>Someone requested by mail to remove two-factor from your account. Keep it if that was not you.</p>
          {keeping.data === false ? (
            <p role="alert">This link is no longer valid: there is nothing to cancel.</p>
          ) : null}
          {keeping.error ? <p role="alert">{sentenceOf(keeping.error)}</p> : null}
          <Button wide busy={keeping.isPending} onClick={() => keeping.mutate()}>
            Keep two-factor
          </Button>
        </div>
      )}
    </SignCard>
  );
}
