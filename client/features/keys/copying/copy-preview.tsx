import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useDeferredValue, useState } from 'react';
import type { previewCopies } from '#contracts/copying.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import styles from '../components/keys.module.css';
import { copyPreview } from '../key-detail.queries.ts';
import { isSameRule, readSize, ruleText, type SizeDraft, type SizeRule } from './size-rule.ts';
import type { ApiKey } from '../key-context.ts';

const PAIRS = ['xrp', 'btc', 'eth', 'bnb', 'doge'].map((base) => ({
  value: `${base}_usdt`,
  label: `${base.toUpperCase()}/USDT`,
}));

interface Props {
  apiKey: ApiKey;
  mainUid: string;
  draft: SizeDraft;
}

/** Preview of a copied deal by the rule being edited. */
export function CopyPreview({ apiKey, mainUid, draft }: Props) {
  const [symbolName, setSymbolName] = useState('xrp_usdt');
  const [typed, setTyped] = useState('100');
  const counterQuantity = readNumber(useDeferredValue(typed));
  const read = readSize(draft, apiKey);
  const isSaved = 'faults' in read || isSameRule(read.rule, apiKey);
  return (
    <section className={styles.preview} aria-label="Preview">
      <p>
        <strong>{isSaved ? 'Saved rule:' : 'Not saved yet:'}</strong> {ruleText(isSaved ? apiKey : read.rule)}
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
      <div className={styles.outcome}>
        {'faults' in read ? (
          <p className={styles.muted}>No preview: {Object.values(read.faults)[0]}</p>
        ) : counterQuantity?.gt(0) && counterQuantity.lt(1e12) ? (
          <Outcome apiKey={apiKey} rule={read.rule} deal={{ mainUid, symbolName, counterQuantity }} />
        ) : (
          <p className={styles.muted}>Enter an amount to see what this key would spend.</p>
        )}
      </div>
    </section>
  );
}

interface OutcomeProps {
  apiKey: ApiKey;
  rule: SizeRule;
  deal: { mainUid: string; symbolName: string; counterQuantity: Big };
}

function Outcome({ apiKey, rule, deal }: OutcomeProps) {
  const { uid, inProcess } = apiKey;
  const { data, error } = useQuery(copyPreview({ ...deal, rule: { updateUid: uid, ...rule } }));
  if (error) return <p role="alert">{sentenceOf(error)}</p>;
  const copy = data?.copies.find((each) => each.uid === uid);
  return (
    <>
      <output>
        {copy ? <PreviewText copy={copy} dealt={deal.counterQuantity} isFixed={rule.fixed !== null} /> : 'Calculating…'}
      </output>
      {copy?.leastDeal && rule.fixed === null ? (
        <p className={styles.muted}>
          With its current free balance, this key copies deals of at least{' '}
          <Amount value={copy.leastDeal} decimals={2} unit="USDT" /> on the main key.
        </p>
      ) : null}
      {inProcess ? null : <p className={styles.muted}>Copying is off on this key: nothing is copied until it is on.</p>}
    </>
  );
}

interface PreviewTextProps {
  copy: ResponseOf<typeof previewCopies>['copies'][number];
  dealt: Big;
  isFixed: boolean;
}

function PreviewText({ copy: { counterQuantity, reason, least }, dealt, isFixed }: PreviewTextProps) {
  if (!counterQuantity) return <>Skipped: {reason}</>;
  return (
    <>
      A <Amount value={dealt} decimals={dealt.mod(1).eq(0) ? 0 : 2} unit="USDT" /> deal becomes{' '}
      <Amount value={counterQuantity} decimals={2} unit="USDT" /> here{isFixed ? ', like every deal' : null}.{' '}
      {isFixed ? (
        <>
          The smallest fixed amount is <Amount value={least} decimals={2} unit="USDT" />.
        </>
      ) : (
        <>
          This key needs at least <Amount value={least} decimals={2} unit="USDT" /> free to copy it.
        </>
      )}
    </>
  );
}
