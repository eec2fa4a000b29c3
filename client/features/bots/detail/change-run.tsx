import { useState } from 'react';
import { BotNoticeKind, noticesOfType } from '#contracts/bot-notices.ts';
import type { BotNoticeKind as Kind } from '#contracts/rules/bot-notice-kinds.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { decimalsOf, unitOf } from '../create/input-kinds.ts';
import { useChangeRun } from '../runs.mutations.ts';
import styles from './detail.module.css';
import { limitFields, limitsChange, limitsDraft } from './limits-draft.ts';

interface Props {
  bot: BotDetail;
  /** Null for a basket, which has no price. */
  pair: Pair | null;
  offline: boolean;
}

/** C-20: conditions and borders of a bot that runs. */
export function ChangeLimits({ bot, pair, offline }: Props) {
  const saved = limitsDraft(bot);
  const [typed, setTyped] = useState<ReturnType<typeof limitsDraft>>({});
  const { mutate, isPending, error } = useChangeRun(bot);
  const draft = { ...saved, ...typed };
  const change = limitsChange(bot, draft);
  const save = () => change && mutate(change, { onSuccess: () => setTyped({}) });
  return (
    <form
      aria-label="What may change while it runs"
      className={styles.tab}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={styles.limits}>
        {limitFields(bot).map(({ name, label, kind }) => (
          <Field
            key={name}
            label={label}
            decimal
            disabled={offline}
            trailing={pair ? unitOf(kind, pair) : '%'}
            value={draft[name] ?? ''}
            onChange={({ target }) =>
              setTyped({ ...typed, [name]: cleanNumber(target.value, pair ? decimalsOf(kind, pair) : 2) })
            }
          />
        ))}
      </div>
      {error ? <p role="alert">{error.message}</p> : null}
      <div className={styles.buttons}>
        <Button variant="quiet" small disabled={Object.keys(typed).length === 0} onClick={() => setTyped({})}>
          Reset changes
        </Button>
        <Button type="submit" small busy={isPending} disabled={offline || change === null}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** C-24: each notice by itself; a press is saved at once. */
export function Notices({ bot, offline }: Omit<Props, 'pair'>) {
  const { mutate, isPending, variables } = useChangeRun(bot);
  const on = new Set((isPending ? variables.notices : null) ?? bot.notices);
  const toggle = (kind: Kind, wanted: boolean) =>
    mutate({ notices: BotNoticeKind.options.filter((one) => (one === kind ? wanted : on.has(one))) });
  return (
    <fieldset className={styles.notices} disabled={offline || isPending}>
      <legend>Tell me when</legend>
      {noticesOfType(bot.type).map(({ kind, label }) => (
        <Checkbox
          key={kind}
          label={label}
          checked={on.has(kind)}
          onChange={({ target }) => toggle(kind, target.checked)}
        />
      ))}
    </fieldset>
  );
}
