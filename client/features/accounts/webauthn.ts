import { challengePasskey, type PasskeyProof, addPasskey, beginPasskey } from '#contracts/passkeys.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../lib/call.ts';

/** The browser knows passkeys; whether the person has one shows when they are asked. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Loads with the first use: few people need it on a visit. */
const webauthn = () => import('@simplewebauthn/browser');

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  InvalidStateError: 'This device holds a passkey of this account already.',
  SecurityError: 'Passkeys do not work at this address of the site.',
  NotSupportedError: 'This device cannot keep a passkey.',
};

/** The browser's refusals in words; whatever else went wrong stays what it is. */
async function inWords<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    const sentence = error instanceof Error ? SENTENCES[error.name] : undefined;
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  }
}

/** Asks the person for a passkey of theirs. Throws a sentence when none was used. */
export async function askForPasskey(): Promise<PasskeyProof> {
  const { startAuthentication } = await webauthn();
  const { options } = await call(challengePasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { response, id, rawId, type } = await inWords(startAuthentication({ optionsJSON }));
  return { id, rawId, type, response, clientExtensionResults: {} };
}

/** Has this device make a passkey, and adds it to the account. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await webauthn();
  const { options } = await call(beginPasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { response, id, rawId, type } = await inWords(startRegistration({ optionsJSON }));
  await call(addPasskey, { json: { name, credential: { id, rawId, type, response, clientExtensionResults: {} } } });
}
