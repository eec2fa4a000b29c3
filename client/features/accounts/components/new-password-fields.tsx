import { Field } from '../../../ui/field.tsx';
import { PasswordRules } from './password-rules.tsx';

interface Props {
  label: string;
  /** What the field holds by now. */
  typed: string;
  /** Of the account, as far as it is known here. */
  email: string;
  faults: { password?: string; passwordConfirmation?: string };
}

/** A new password, typed twice, with its rules. */
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
