import { challengePasskey, type PasskeyProof, addPasskey, beginPasskey } from '#contracts/passkeys.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../lib/call.ts';

/** Browser support; whether the user has a passkey is unknown until asked. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Loaded on first use. */
const webauthn = () => import('@simplewebauthn/browser');

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  InvalidStateError: 'This device already has a passkey for this account.',
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot store a passkey.',
};

/** Translates the browser's refusals into messages for the user. */
async function withMessage<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    const sentence = error instanceof Error ? SENTENCES[error.name] : undefined;
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  }
}

/** Throws a message for the user if no passkey was used. */
export async function askForPasskey(): Promise<PasskeyProof> {
  const { startAuthentication } = await webauthn();
  const { options } = await call(challengePasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { response, id, rawId, type } = await withMessage(startAuthentication({ optionsJSON }));
  return { id, rawId, type, response, clientExtensionResults: {} };
}

/** Creates a passkey on this device and adds it to the account. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await webauthn();
  const { options } = await call(beginPasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { response, id, rawId, type } = await withMessage(startRegistration({ optionsJSON }));
  await call(addPasskey, { json: { name, credential: { id, rawId, type, response, clientExtensionResults: {} } } });
}
