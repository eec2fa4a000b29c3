import { useState } from 'react';
import { replaceActiveKey } from '#contracts/key-groups.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../components/keys.module.css';
import { useKeyChange } from '../keys.mutations.ts';
import type { MarketKeys } from '../keys.queries.ts';
import { GroupCard } from './group-card.tsx';

/** While it is chosen which key is to be the active one. */
function useChoosing({ market, activeUid }: MarketKeys) {
  const [chosen, setChosen] = useState<string | null>(null);
  const leave = () => setChosen(null);
  const replacing = useKeyChange(replaceActiveKey, leave);
  return {
    chosen,
    choose: setChosen,
    begin: () => setChosen(activeUid),
    leave,
    busy: replacing.isPending,
    confirm: () => {
      if (activeUid === null || chosen === null || chosen === activeUid) leave();
      else replacing.mutate({ uid: activeUid, replaceUid: chosen, market });
    },
  };
}

interface ChangeProps {
  choosing: ReturnType<typeof useChoosing>;
}

const Change = ({ choosing: { chosen, begin, leave, confirm, busy } }: ChangeProps) =>
  chosen === null ? (
    <Button small variant="quiet" onClick={begin}>
      Change API
    </Button>
  ) : (
    <>
      <Button small variant="quiet" onClick={leave}>
        Cancel
      </Button>
      <Button small disabled={busy} onClick={confirm}>
        OK
      </Button>
    </>
  );

/** A market's active key with its group, then the other groups. */
export function MarketGroups({ username, ...keys }: MarketKeys & { username: string }) {
  const choosing = useChoosing(keys);
  const { groups, activeUid } = keys;
  return (
    <section className={styles.list} aria-label="Your keys">
      <div className={styles.bar}>
        <h2>Your API now {username}</h2>
        <span className={styles.end}>
          <Change choosing={choosing} />
        </span>
      </div>
      {choosing.chosen === null ? null : <p className={styles.muted}>Choose the key that your deals are made on.</p>}
      {groups.map((group) => {
        const { uid } = group.mainKey;
        const marker = { chosen: choosing.chosen === uid, onChoose: () => choosing.choose(uid) };
        return (
          <GroupCard
            key={uid}
            group={group}
            groups={groups}
            activeUid={activeUid}
            marker={choosing.chosen === null ? undefined : marker}
          />
        );
      })}
    </section>
  );
}
