import { History, Minus, RotateCcw, Scale, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { removeFromGroup } from '#contracts/key-groups.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Ask, KeyPlace } from '../key-place.ts';
import { KeyDialogs } from '../components/key-dialogs.tsx';
import { KeyFacts } from '../components/key-facts.tsx';
import { Disabled, KeyTop } from '../components/key-top.tsx';
import styles from '../components/keys.module.css';
import { ruleInWords } from '../copying/size-rule.ts';
import { useKeyChange, useSwitchCopy } from '../keys.mutations.ts';

function InProcess({ apiKey, group }: KeyPlace) {
  const { mutate } = useSwitchCopy();
  const { uid: updateUid, market, inProcess, name } = apiKey;
  return (
    <Switch
      label={
        <>
          {inProcess ? 'ON' : 'OFF'} <span className="visually-hidden">copying on {name}</span>
        </>
      }
      checked={inProcess}
      onChange={(next) => mutate({ mainUid: group.mainKey.uid, updateUid, market, inProcess: next })}
    />
  );
}

const Tools = ({ apiKey: { name, paper }, onAsk }: { apiKey: KeyPlace['apiKey']; onAsk: (ask: Ask) => void }) => (
  <>
    <Button small variant="quiet" icon={Scale} aria-label={`Copy rule of ${name}`} onClick={() => onAsk('size')}>
      Copy rule
    </Button>
    <Button small variant="quiet" icon={History} aria-label={`Last deals of ${name}`} onClick={() => onAsk('deals')}>
      Last deals
    </Button>
    <IconButton icon={ShieldCheck} label={`Check ${name}`} onClick={() => onAsk('check')} />
    {paper ? <IconButton icon={RotateCcw} label={`Reset ${name}`} onClick={() => onAsk('reset')} /> : null}
  </>
);

/** A key that repeats the deals of its group's main key. */
export function CopyRow(place: KeyPlace) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const removing = useKeyChange(removeFromGroup);
  const { apiKey, group } = place;
  const { uid: mainUid, market, name: mainName } = group.mainKey;
  const remove = () =>
    removing.mutate({ mainUid, market, groupName: group.groupName || mainName, removeUids: [apiKey.uid] });
  return (
    <li className={styles.copy} data-key={apiKey.uid}>
      <KeyTop apiKey={apiKey} mainUid={mainUid} active={false}>
        <InProcess {...place} />
      </KeyTop>
      <Disabled apiKey={apiKey} onCheck={() => setAsk('check')} />
      <KeyFacts apiKey={apiKey} leads={false} onAsk={setAsk} />
      <p className={styles.muted}>{ruleInWords(apiKey)}</p>
      <div className={styles.bar}>
        <Tools apiKey={apiKey} onAsk={setAsk} />
        <span className={styles.end}>
          <IconButton
            icon={Minus}
            label={`Remove ${apiKey.name} from the group`}
            disabled={removing.isPending}
            onClick={remove}
          />
          <IconButton icon={Trash2} label={`Delete ${apiKey.name}`} onClick={() => setAsk('delete')} />
        </span>
      </div>
      <KeyDialogs {...place} ask={ask} onClose={() => setAsk(null)} />
    </li>
  );
}
