import { GOOGLE_START } from '#contracts/google.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { returnPath } from '../../../lib/return-path.ts';
import { siteQuery } from '../../../lib/site.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { GoogleMark } from '../google/google-mark.tsx';
import { enterByPasskey } from '../sign/enter.ts';
import { knowsPasskeys } from '../webauthn.ts';
import styles from './sign-in-ways.module.css';

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

const neverChanges = () => () => {};
const mostBrowsers = () => true;

/** Sign-in methods other than a password. */
export function SignInWays() {
  const { data: site } = useQuery(siteQuery);
  const google = useHydrated() && site?.google;
  const passkeys = useSyncExternalStore(neverChanges, knowsPasskeys, mostBrowsers);
  if (!google && !passkeys) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.divider}>or</p>
      {google ? <GoogleButton /> : null}
      {passkeys ? <PasskeyButton /> : null}
    </div>
  );
}
