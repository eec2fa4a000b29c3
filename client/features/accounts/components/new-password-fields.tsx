import { Field } from '../../../ui/field.tsx';
import { PasswordRules } from './password-rules.tsx';

interface Props {
  label: string;
  /** Current text of the password field. */
  typed: string;
  /** The account's e-mail, if known here. */
  email: string;
  faults: { password?: string; passwordConfirmation?: string };
}

export const NewPasswordFields = ({ label, typed, email, faults }: Props) => (
  <>
    <Field label={label} name="password" type="password" autoComplete="new-password" error={faults.password} />
    <PasswordRules password={typed} email={email} />
    <Field
      label="Confirm new password"
      name="passwordConfirmation"
      type="password"
      autoComplete="new-password"
      error={faults.passwordConfirmation}
    />
  </>
);
