import type { KeyReport } from '#contracts/key-edits.ts';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Report } from '../check/report.tsx';
import type { KeyFaults } from './new-key.ts';
import { OutgoingAddress } from '../check/outgoing-address.tsx';
import { PermissionHelp } from './permission-help.tsx';

interface Props {
  faults: KeyFaults;
  /** The exchange's report on a refused key. */
  check: KeyReport | null | undefined;
}

/** Fields of a new main or copy key. */
export const KeyFields = ({ faults, check }: Props) => (
  <>
    <Field label="API name" name="name" autoComplete="off" maxLength={60} error={faults['name']} />
    <Field label="API key" name="key" autoComplete="off" spellCheck={false} maxLength={256} error={faults['key']} />
    <Field
      label="Secret key"
      name="secret"
      type="password"
      autoComplete="off"
      maxLength={4096}
      error={faults['secret']}
    />
    {check && !check.ok ? <Report report={check} /> : null}
    <OutgoingAddress />
    <PermissionHelp />
    <Checkbox
      name="agreed"
      error={faults['agreed']}
      label={
        <>
          I agree to the{' '}
          <Link to="/usage-policy" target="_blank" rel="noopener">
            usage policy
          </Link>
          : Tandem places and cancels spot orders with this key when I ask for it.
        </>
      }
    />
  </>
);
