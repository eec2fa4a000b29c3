import type { UserInfo } from '#contracts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { PasswordRules } from '../../components/password-rules.tsx';
import { proofsQuery } from '../../proofs.queries.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { Avatar } from '../avatar/avatar.tsx';
import { DeleteDialog } from '../deletion/delete-dialog.tsx';
import { PencilField } from './pencil-field.tsx';
import styles from './profile.module.css';
import { type ProfileForm, useProfileForm } from './use-profile-form.ts';

const HIDDEN = '••••••••••';

function Photo({ user }: { user: UserInfo }) {
  const [picking, setPicking] = useState(false);
  return (
    <div className={styles.photo}>
      <Avatar index={user.iconIdx} className={styles.avatar} />
      <button type="button" className={styles.change} onClick={() => setPicking(true)}>
        Change profile photo
      </button>
      <AvatarPicker open={picking} current={user.iconIdx} onClose={() => setPicking(false)} />
    </div>
  );
}

interface FieldsProps {
  user: UserInfo;
  form: ProfileForm;
}

const Names = ({ user, form: { draft, faults, edit }, onDelete }: FieldsProps & { onDelete: () => void }) => (
  <>
    <div className={styles.named}>
      <PencilField
        label="Username"
        name="username"
        maxLength={100}
        autoComplete="name"
        shown={user.username}
        first={user.username}
        typed={draft.username}
        error={faults.username}
        onEdit={(typed) => edit('username', typed)}
      />
      <IconButton icon={Trash2} label="Delete account" className={styles.delete} onClick={onDelete} />
    </div>
    <PencilField
      label="Telegram"
      name="telegram"
      maxLength={200}
      autoComplete="off"
      shown={user.telegram === '' ? '' : `@${user.telegram}`}
      first={user.telegram}
      typed={draft.telegram}
      error={faults.telegram}
      onEdit={(typed) => edit('telegram', typed)}
    />
  </>
);

function Password({ user, form: { draft, faults, edit } }: FieldsProps) {
  const { data: proofs } = useQuery(proofsQuery);
  return (
    <>
      <PencilField
        label="Password"
        name="password"
        type="password"
        maxLength={1024}
        autoComplete="new-password"
        shown={proofs?.password === false ? '' : HIDDEN}
        first=""
        typed={draft.password}
        error={faults.password}
        onEdit={(typed) => edit('password', typed)}
      />
      {draft.password === undefined ? null : (
        <>
          <PasswordRules password={draft.password} email={user.email} />
          <Field
            label="Confirm password"
            name="confirmation"
            type="password"
            maxLength={1024}
            autoComplete="new-password"
            value={draft.confirmation ?? ''}
            error={faults.confirmation}
            onChange={(event) => edit('confirmation', event.target.value)}
          />
        </>
      )}
    </>
  );
}

const Actions = ({ busy, cancel }: ProfileForm) => (
  <div className={styles.actions}>
    <Button type="submit" busy={busy}>
      Save
    </Button>
    <Button variant="quiet" onClick={cancel}>
      Cancel
    </Button>
  </div>
);

/** Fields are read-only until their pencil is pressed; Enter or Save submits. */
export function Profile({ user }: { user: UserInfo }) {
  const form = useProfileForm(user);
  const [deleting, setDeleting] = useState(false);
  return (
    <Card className={styles.card}>
      <Photo user={user} />
      <form method="post" className={styles.form} onSubmit={form.submit} noValidate>
        <Names user={user} form={form} onDelete={() => setDeleting(true)} />
        <Field label="E-mail" type="email" autoComplete="username" readOnly value={user.email} />
        <Password user={user} form={form} />
        {form.isEditing ? <Actions {...form} /> : null}
      </form>
      <DeleteDialog open={deleting} onClose={() => setDeleting(false)} />
    </Card>
  );
}
