import { isolated } from '#contracts/rules/isolated.ts';
import { History, Minus, RotateCcw, Scale, ShieldCheck, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { ApiKey, KeyDialog, OpenKeyDialog } from '../key-context.ts';
import { KeyFacts } from '../components/key-facts.tsx';
import { KeyTop, NotInUse } from '../components/key-top.tsx';
import styles from '../components/keys.module.css';
import { ruleText } from '../copying/size-rule.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { useSwitchCopy } from '../keys.mutations.ts';
import { useRemoveCopy } from './use-remove-copy.ts';

interface Props {
  apiKey: ApiKey;
  mainKey: ApiKey;
  groupName: string;
  onOpenDialog: OpenKeyDialog;
}

function InProcess({ apiKey, mainKey }: Pick<Props, 'apiKey' | 'mainKey'>) {
  const offline = useKeysOffline();
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
      disabled={offline}
      onChange={(next) => mutate({ mainUid: mainKey.uid, updateUid, market, inProcess: next })}
    />
  );
}

interface ToolsProps {
  apiKey: ApiKey;
  onOpenDialog: (dialog: KeyDialog) => void;
}

function Tools({ apiKey: { name, paper }, onOpenDialog }: ToolsProps) {
  const offline = useKeysOffline();
  return (
    <>
      <Button
        small
        variant="quiet"
        icon={Scale}
        aria-label={`Copy rule of ${isolated(name)}`}
        disabled={offline}
        onClick={() => onOpenDialog('size')}
      >
        Copy rule
      </Button>
      <Button
        small
        variant="quiet"
        icon={History}
        aria-label={`Last deals of ${isolated(name)}`}
        onClick={() => onOpenDialog('deals')}
      >
        Last deals
      </Button>
      <IconButton
        icon={ShieldCheck}
        label={`Check ${isolated(name)}`}
        disabled={offline}
        onClick={() => onOpenDialog('check')}
      />
      {paper ? (
        <IconButton
          icon={RotateCcw}
          label={`Reset ${isolated(name)}`}
          disabled={offline}
          onClick={() => onOpenDialog('reset')}
        />
      ) : null}
    </>
  );
}

export const CopyRow = memo(function CopyRow({ apiKey, mainKey, groupName, onOpenDialog }: Props) {
  const openDialog = (what: KeyDialog) => onOpenDialog(apiKey.uid, what);
  const offline = useKeysOffline();
  const removing = useRemoveCopy({ apiKey, mainKey, groupName });
  return (
    <li className={styles.copy} data-key={apiKey.uid}>
      <KeyTop apiKey={apiKey} mainUid={mainKey.uid} active={false}>
        <InProcess apiKey={apiKey} mainKey={mainKey} />
      </KeyTop>
      <NotInUse apiKey={apiKey} onCheck={() => openDialog('check')} />
      <KeyFacts apiKey={apiKey} leads={false} onOpenDialog={openDialog} />
      <p className={styles.muted}>{ruleText(apiKey)}</p>
      <div className={styles.bar}>
        <Tools apiKey={apiKey} onOpenDialog={openDialog} />
        <span className={styles.end}>
          <IconButton
            icon={Minus}
            label={`Remove ${isolated(apiKey.name)} from the group of ${isolated(mainKey.name)}`}
            disabled={offline || removing.isPending}
            onClick={() => removing.mutate()}
          />
          <IconButton
            icon={Trash2}
            label={`Delete ${isolated(apiKey.name)}`}
            disabled={offline}
            onClick={() => openDialog('delete')}
          />
        </span>
      </div>
    </li>
  );
});
