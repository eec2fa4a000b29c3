import { keepTwoFactor } from '#contracts/two-factor.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { exactTime } from '../../../../lib/format-time.ts';
import { Button } from '../../../../ui/button.tsx';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import styles from '../../address/address.module.css';
import { userQuery } from '../../session.ts';

/** Shown above every page while two-factor is about to be removed; one press cancels that. */
export function RemovalNotice({ endsAt }: { endsAt: number }) {
  const client = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => call(keepTwoFactor),
    onSuccess: () => toast.success('Two-factor stays on'),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => client.invalidateQueries(userQuery),
  });
  return (
    <div className={styles.urgent} role="alert">
      <span>
        Two-factor will be removed from your account:{' '}
        <time dateTime={new Date(endsAt).toISOString()}>{exactTime(endsAt)}</time>. This was requested by mail after a
        password reset.
      </span>
      <Button small busy={keeping.isPending} onClick={() => keeping.mutate()}>
        Keep two-factor
      </Button>
    </div>
  );
}
