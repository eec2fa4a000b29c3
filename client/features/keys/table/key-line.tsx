import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { KeyFacts } from '#contracts/key-facts.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Time } from '../../../ui/time.tsx';
import { ruleText } from '../copying/size-rule.ts';
import type { ApiKey } from '../key-context.ts';
import { worthOf } from '../key-worth.queries.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { useSwitchCopy } from '../keys.mutations.ts';
import { hasTrouble, lastDealText } from './last-deal.ts';
import styles from './keys-table.module.css';

interface Props {
  apiKey: ApiKey;
  mainUid: string;
  active: boolean;
  /** Undefined while not known. */
  facts: KeyFacts | undefined;
  selected: boolean;
  onSelect: (uid: string, selected: boolean) => void;
  onOpen: (uid: string) => void;
}

const DECIMALS = 2;

/**
 * Its two cells render by themselves: a balance changes far more often than the rest of its line. One deal changes those of
 * all keys, which are rendered in small parts.
 */
const Worth = memo(function Worth({ uid }: { uid: string }) {
  const worth = useDeferredValue(useQuery(worthOf(uid)).data);
  return (
    <>
      <td data-label="Equity" className={styles.number}>
        <Amount value={worth?.usdtBalance} decimals={DECIMALS} />
      </td>
      <td data-label="Free" className={styles.number}>
        <Amount value={worth?.usdtFree} decimals={DECIMALS} />
      </td>
    </>
  );
});

function LastDeal({ facts }: Pick<Props, 'facts'>) {
  if (!facts) return '—';
  const { last } = facts;
  if (!last) return <span className={styles.muted}>No deal yet</span>;
  return (
    <span title={last.statusReason ?? undefined}>
      <span className={classes(hasTrouble(last) && styles.trouble)}>{lastDealText(last)}</span>
      <span className={styles.under}>{last.statusReason ?? (last.at > 0 ? <Time at={last.at} /> : 'Not placed')}</span>
    </span>
  );
}

const Copying = memo(function Copying({
  apiKey: { uid, market, name, inProcess },
  mainUid,
}: Pick<Props, 'apiKey' | 'mainUid'>) {
  const offline = useKeysOffline();
  const { mutate } = useSwitchCopy();
  if (uid === mainUid) return null;
  return (
    <Switch
      label={<span className="visually-hidden">Copying on {name}</span>}
      checked={inProcess}
      disabled={offline}
      onChange={(next) => mutate({ mainUid, updateUid: uid, market, inProcess: next })}
    />
  );
});

const Name = memo(function Name({ apiKey, active, onOpen }: Pick<Props, 'apiKey' | 'active' | 'onOpen'>) {
  const trouble = apiKey.disabledReason ?? apiKey.refusal;
  return (
    <>
      <button
        type="button"
        className={styles.name}
        aria-label={`Manage ${isolated(apiKey.name)}`}
        onClick={() => onOpen(apiKey.uid)}
      >
        <bdi>{apiKey.name}</bdi>
        <Icon of={ChevronRight} size={16} />
      </button>
      <span className={styles.chips}>
        {active ? <Chip kind="live">Active</Chip> : null}
        {apiKey.paper ? <Chip kind="paper">Paper</Chip> : null}
      </span>
      {trouble === null ? null : <span className={classes(styles.under, styles.trouble)}>{trouble}</span>}
    </>
  );
});

/** One key: a row of the table, or a card of two lines where there is no room for one. */
export const KeyLine = memo(function KeyLine({ apiKey, mainUid, active, facts, selected, onSelect, onOpen }: Props) {
  const isCopy = apiKey.uid !== mainUid;
  return (
    <tr className={classes(styles.line, isCopy && styles.copy)} data-key={apiKey.uid}>
      <td className={styles.select}>
        {isCopy ? (
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${isolated(apiKey.name)}`}
              checked={selected}
              onChange={({ target }) => onSelect(apiKey.uid, target.checked)}
            />
          </label>
        ) : null}
      </td>
      <th scope="row" className={styles.who}>
        <Name apiKey={apiKey} active={active} onOpen={onOpen} />
      </th>
      <Worth uid={apiKey.uid} />
      <td data-label="Open result" className={styles.number}>
        <Amount result value={facts?.openResult} decimals={DECIMALS} />
      </td>
      <td data-label="Copy rule" className={styles.rule}>
        {isCopy ? ruleText(apiKey) : <span className={styles.muted}>Main key</span>}
      </td>
      <td data-label="Last deal" className={styles.last}>
        <LastDeal facts={facts} />
      </td>
      <td data-label="Copying" className={styles.switch}>
        <Copying apiKey={apiKey} mainUid={mainUid} />
      </td>
    </tr>
  );
});
