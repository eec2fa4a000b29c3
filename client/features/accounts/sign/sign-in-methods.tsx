import { GOOGLE_START } from '#contracts/google.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { returnPath } from '../../../lib/return-path.ts';
import { siteQuery } from '../../../lib/site.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { GoogleMark } from '../google/google-mark.tsx';
import { enterByPasskey } from './enter.ts';
import { supportsPasskeys } from '../webauthn.ts';
import styles from './sign-in-methods.module.css';

/** A full page load, which returns to the remembered page. */
function GoogleButton() {
  const { state } = useLocation() as { state: unknown };
  const query = new URLSearchParams({ to: returnPath(state) });
  return (
    <ButtonLink to={`${GOOGLE_START}?${query.toString()}`} reloadDocument variant="quiet" wide>
      <GoogleMark /> Continue with Google
    </ButtonLink>
  );
}

function PasskeyButton() {
  const client = useQueryClient();
  const entering = useMutation({
    mutationFn: () => enterByPasskey(client),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="quiet" wide icon={Fingerprint} busy={entering.isPending} onClick={() => entering.mutate()}>
      Sign in with a passkey
    </Button>
  );
}

/** Sign-in methods other than a password. */
export function SignInMethods() {
  const { data: site } = useQuery(siteQuery);
  const hydrated = useHydrated();
  const google = hydrated && site?.google;
  // Pre-rendered as for most browsers.
  const passkeys = !hydrated || supportsPasskeys();
  if (!google && !passkeys) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.divider}>or</p>
      {google ? <GoogleButton /> : null}
      {passkeys ? <PasskeyButton /> : null}
    </div>
  );
}
