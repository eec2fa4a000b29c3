import type { GoogleNotice } from '#contracts/google.ts';
import { emailKey } from '../sign-up.ts';
import type { AuthorizationRequest } from './authorization-requests.ts';
import type { GoogleDeps } from './deps.ts';
import type { Link, Linking } from './linking.ts';
import type { PendingSteps, Step } from './pending-steps.ts';
import type { Identity } from './provider.ts';

interface CallbackContext extends Pick<GoogleDeps, 'links' | 'store' | 'audit' | 'newAccount'> {
  linking: Linking;
  steps: PendingSteps;
}

/** The page to continue on, and with what result. */
export type CallbackResult = { to: string; notice?: GoogleNotice } & (
  | { kind: 'back' | 'confirmed' }
  | { kind: 'enter'; userId: string }
  /** `token` authorizes this browser for the remaining step. */
  | { kind: 'step'; step: Step; token: string }
);

/** The remaining step, and what is linked after it. */
interface Next {
  to: string;
  link: Link | null;
}

const NEW_HERE = '/welcome';

const back = (notice: GoogleNotice, to: string): CallbackResult => ({ kind: 'back', notice, to });

/** Google confirms the unverified address of this account. */
const confirmsAddress = ({ isVerified, email }: Identity, user: { emailKey: string; emailVerifiedAt: number | null }) =>
  isVerified && user.emailVerifiedAt === null && emailKey(email) === user.emailKey;

/** Google identified the user: finds the account and the remaining step. */
export function callbackHandler({ store, links, linking, steps, audit, newAccount }: CallbackContext) {
  async function stepLeft(step: Step, userId: string, { to, link }: Next): Promise<CallbackResult> {
    return { kind: 'step', step, notice: step, to, token: await steps.add(step, userId, link) };
  }

  async function enter(userId: string, next: Next): Promise<CallbackResult> {
    const { totpSince } = await store.credentials(userId);
    if (totpSince !== null) return stepLeft('code', userId, next);
    if (next.link) await linking.link(userId, next.link);
    return { kind: 'enter', userId, to: next.to };
  }

  async function join(identity: Identity): Promise<CallbackResult> {
    const user = newAccount(identity);
    // A concurrent sign-up took the address.
    if (!(await store.addUser(user))) return back('failed', '/');
    await audit.record(user.userId, 'signed-up');
    await audit.record(user.userId, 'google-linked', { email: identity.email });
    return { kind: 'enter', userId: user.userId, to: NEW_HERE };
  }

  async function signIn(identity: Identity, to: string): Promise<CallbackResult> {
    const linked = await links.bySubject(identity.subject);
    if (linked) return enter(linked.userId, { to, link: null });
    const user = await store.userByEmail(emailKey(identity.email));
    if (!user) return identity.isVerified ? join(identity) : back('unverified', to);
    const next = { to, link: identity };
    // S-50: an unverified account may have been created by another person; Google confirms the owner of the address.
    if (confirmsAddress(identity, user)) return enter(user.userId, next);
    if (user.googleSubject !== null) return back('other', to);
    if (user.emailVerifiedAt === null) return back('unverified', to);
    return identity.isVerified ? enter(user.userId, next) : stepLeft('password', user.userId, next);
  }

  return async (
    { intent, to, userId }: AuthorizationRequest,
    identity: Identity,
    personId: string | undefined,
  ): Promise<CallbackResult> => {
    if (intent === 'sign-in') return signIn(identity, to);
    // Another user signed in on this browser meanwhile.
    if (userId === null || userId !== personId) return back('failed', to);
    if (intent === 'link') return back((await linking.link(userId, identity)) ? 'linked' : 'taken', to);
    const isOwn = (await links.bySubject(identity.subject))?.userId === userId;
    return isOwn ? { kind: 'confirmed', notice: 'confirmed', to } : back('not-yours', to);
  };
}
