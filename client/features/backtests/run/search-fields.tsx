import { SEARCHABLE, type Searchable } from '#contracts/rules/search-settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from './run.module.css';
import { searchableOf, triesText, type RunBot, type VariedDraft, variedAround } from './search-draft.ts';

interface Props {
  bot: RunBot;
  search: readonly VariedDraft[];
  fault: string | undefined;
  onChange: (search: readonly VariedDraft[]) => void;
}

function Bounds({ varied, onChange }: { varied: VariedDraft; onChange: (varied: VariedDraft) => void }) {
  const name = SEARCHABLE[varied.field];
  return (
    <div className={styles.fields}>
      <Field
        label={`${name} from`}
        decimal
        value={varied.from}
        onChange={({ target }) => onChange({ ...varied, from: target.value })}
      />
      <Field
        label={`${name} to`}
        decimal
        value={varied.to}
        onChange={({ target }) => onChange({ ...varied, to: target.value })}
      />
      <Field
        label={`Values of ${name.toLowerCase()}`}
        decimal
        value={varied.values}
        onChange={({ target }) => onChange({ ...varied, values: target.value })}
      />
    </div>
  );
}

/** settings that are varied, each between two values. */
export function SearchFields({ bot, search, fault, onChange }: Props) {
  const fields = searchableOf(bot);
  if (fields.length === 0) return null;
  const toggle = (field: Searchable, chosen: boolean) =>
    onChange(chosen ? [...search, variedAround(bot, field)] : search.filter((one) => one.field !== field));
  const change = (varied: VariedDraft) => onChange(search.map((one) => (one.field === varied.field ? varied : one)));
  return (
    <Disclosure title="Search over settings">
      <div className={styles.form}>
        <p className={styles.small}>
          Every combination is tried on the first 70% of the time; the last 30% are held back, and the list is sorted by
          them.
        </p>
        {fields.map((field) => {
          const varied = search.find((one) => one.field === field);
          return (
            <div key={field} className={styles.form}>
              <Checkbox
                label={`Vary ${SEARCHABLE[field].toLowerCase()}`}
                checked={varied !== undefined}
                onChange={({ target }) => toggle(field, target.checked)}
              />
              {varied ? <Bounds varied={varied} onChange={change} /> : null}
            </div>
          );
        })}
        {search.length > 0 ? <p className={styles.small}>{triesText(search)}</p> : null}
        {fault === undefined ? null : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </Disclosure>
  );
}
