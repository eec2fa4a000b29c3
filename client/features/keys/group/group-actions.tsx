import { Pause, Play } from 'lucide-react';
import { switchAllCopies } from '#contracts/copying.ts';
import { repeatOutsideDeals } from '#contracts/key-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { useKeyChange } from '../keys.mutations.ts';
import type { ApiKeyGroup } from '../key-context.ts';

/** Actions for all copy keys of a group. */
export function GroupActions({ group: { mainKey, copyKeys, repeatOutside } }: { group: ApiKeyGroup }) {
  const offline = useKeysOffline();
  const switching = useKeyChange(switchAllCopies);
  const outside = useKeyChange(repeatOutsideDeals);
  const { uid: mainUid, market, name } = mainKey;
  const running = copyKeys.filter(({ inProcess }) => inProcess).length;
  const switchAll = (inProcess: boolean) => switching.mutate({ mainUid, market, inProcess });
  return (
    <div className={styles.groupActions}>
      <div className={styles.bar}>
        <span>
          {running} of {copyKeys.length} copy the deals of <bdi>{name}</bdi>
        </span>
        <span className={styles.end}>
          <Button
            small
            variant="quiet"
            icon={Pause}
            disabled={offline || running === 0}
            busy={switching.isPending}
            onClick={() => switchAll(false)}
          >
            Pause all
          </Button>
          <Button
            small
            variant="quiet"
            icon={Play}
            disabled={offline || running === copyKeys.length}
            busy={switching.isPending}
            onClick={() => switchAll(true)}
          >
            Resume all
          </Button>
        </span>
      </div>
      <Switch
        label="Copy trades made on the exchange"
        checked={repeatOutside}
        disabled={offline || outside.isPending}
        onChange={(next) => outside.mutate({ mainUid, repeatOutside: next })}
      />
      <p className={styles.muted}>
        Limit and market orders that you place on <bdi>{name}</bdi> directly on the exchange from now on are copied as
        well.
      </p>
    </div>
  );
}
