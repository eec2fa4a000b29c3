import type { ResponseOf } from '#contracts/endpoint.ts';
import type { checkRecovery } from '#contracts/recovery.ts';
import { useState } from 'react';
import { exactTime } from '../../../lib/format-time.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { browsers, methodName } from '../method-name.ts';
import styles from './reset-summary.module.css';

export type Reset = NonNullable<ResponseOf<typeof checkRecovery>>;

/** Everything is removed unless the user unticks it. */
export function useResetChoices({ twoFactor, twoFactorEndsAt }: Reset) {
  const [keep, setKeep] = useState<readonly string[]>([]);
  const [isLost, setLost] = useState(twoFactorEndsAt !== null);
  return {
    choice: { keep: [...keep], ...(twoFactor ? { removeTwoFactor: isLost } : {}) },
    isKept: (id: string) => keep.includes(id),
    onKeep: (id: string, kept: boolean) => setKeep((ids) => (kept ? [...ids, id] : ids.filter((one) => one !== id))),
    isLost,
    onLost: setLost,
  };
}

type Props = Omit<ReturnType<typeof useResetChoices>, 'choice'> & { reset: Reset };

function Ways({ reset: { removes, mayKeep }, isKept, onKeep }: Props) {
  if (removes.length === 0) return null;
  if (!mayKeep) {
    return (
      <>
        <p>This address was not proven before, so everything that was set up is removed:</p>
        <ul>
          {removes.map((way) => (
            <li key={way.id}>
              <bdi>{methodName(way)}</bdi>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <fieldset className={styles.ways}>
      <legend>These are removed too. Untick only what you set up yourself:</legend>
      {removes.map((way) => (
        <Checkbox
          key={way.id}
          checked={!isKept(way.id)}
          label={<bdi>{methodName(way)}</bdi>}
          onChange={({ target }) => onKeep(way.id, !target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** What setting a new password removes; exchange keys and open blocks are not affected. */
export function ResetSummary(props: Props) {
  const { reset, isLost, onLost } = props;
  return (
    <div className={styles.cleared}>
      {reset.signsOut > 0 ? <p>The new password signs out {browsers(reset.signsOut)}.</p> : null}
      <Ways {...props} />
      {reset.twoFactor ? (
        <>
          <Checkbox
            checked={isLost}
            label="I lost my authenticator app and my recovery codes: remove two-factor in 24 hours"
            onChange={({ target }) => onLost(target.checked)}
          />
          <p className={styles.note}>
            {reset.twoFactorEndsAt === null
              ? 'Two-factor stays on until then. We notify you twice, and each notice can cancel it.'
              : `Removal requested: ${exactTime(reset.twoFactorEndsAt)}. Uncheck it to keep two-factor.`}
          </p>
        </>
      ) : null}
      <p className={styles.note}>Your API keys, open orders and history are not affected.</p>
    </div>
  );
}
