import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import styles from '../components/keys.module.css';
import { copyPreview } from '../key-detail.queries.ts';
import { ruleInWords } from './size-rule.ts';
import type { ApiKey } from '../key-place.ts';

const PAIRS = ['xrp', 'btc', 'eth', 'bnb', 'doge'].map((base) => ({
  value: `${base}_usdt`,
  label: `${base.toUpperCase()}/USDT`,
}));

interface Props {
  apiKey: ApiKey;
  mainUid: string;
}

/** What a deal of the main key would be on this one now, by the rule as it is saved. */
export function CopyPreview({ apiKey, mainUid }: Props) {
  const [symbolName, setSymbolName] = useState('xrp_usdt');
  const [typed, setTyped] = useState('100');
  const counterQuantity = readNumber(useDeferredValue(typed));
  return (
    <section className={styles.preview} aria-label="Preview">
      <p>
        <strong>Saved rule:</strong> {ruleInWords(apiKey)}
      </p>
      <div className={styles.two}>
        <Field
          label="The main key spends"
          decimal
          trailing="USDT"
          value={typed}
          onChange={(event) => setTyped(cleanNumber(event.target.value, 2))}
        />
        <Select label="On" options={PAIRS} value={symbolName} onChange={(event) => setSymbolName(event.target.value)} />
      </div>
      {counterQuantity?.gt(0) && counterQuantity.lt(1e12) ? (
        <Outcome uid={apiKey.uid} deal={{ mainUid, symbolName, counterQuantity }} />
      ) : (
        <p className={styles.muted}>Enter what the main key spends, to see what this key would.</p>
      )}
    </section>
  );
}

function Outcome({ uid, deal }: { uid: string; deal: Parameters<typeof copyPreview>[0] }) {
  const { data, error } = useQuery({ ...copyPreview(deal), placeholderData: keepPreviousData });
  if (error) return <p role="alert">{sentenceOf(error)}</p>;
  const copy = data?.copies.find((each) => each.uid === uid);
  return (
    <output className={styles.outcome}>
      {copy === undefined ? 'Counting...' : null}
      {copy?.counterQuantity ? (
        <>
          is <Amount value={copy.counterQuantity} decimals={2} unit="USDT" /> here now
        </>
      ) : null}
      {copy?.reason ? `Would be skipped: ${copy.reason}` : null}
    </output>
  );
}
