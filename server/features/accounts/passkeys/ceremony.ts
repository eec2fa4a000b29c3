import type { JsonOf } from '#contracts/endpoint.ts';
import type { addPasskey, PasskeyProof } from '#contracts/passkeys.ts';
import { challengeKeeper } from './challenges.ts';
import type { PasskeyRow } from './passkeys.store.ts';
import type { AccountContext } from '../deps.ts';

/** The user of a new passkey. */
export interface Holder {
  userId: string;
  email: string;
  username: string;
}

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const UTF8 = new TextEncoder();

/** A fifth of all files that the server loads: imported on demand. */
const library = () => import('@simplewebauthn/server');

/** The library throws when an origin, a signature or a counter is invalid. */
const orNull = <T>(checked: Promise<T>): Promise<T | null> => checked.catch(() => null);

/** S-20: creates WebAuthn options and verifies the responses. */
export function ceremony({ publicUrl, ...deps }: Pick<AccountContext, 'tokens' | 'clock' | 'publicUrl'>) {
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl);
  const expected = { expectedOrigin, expectedRPID: rpID };
  const challenges = challengeKeeper(deps);
  return {
    async optionsOfNew({ userId, email, username }: Holder, known: readonly PasskeyRow[]) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: 'Tandem',
        rpID,
        userID: UTF8.encode(userId),
        userName: email,
        userDisplayName: username,
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      await challenges.keep(options.challenge, userId);
      return options;
    },
    async checkNew(userId: string, response: JsonOf<typeof addPasskey>['credential']) {
      const expectedChallenge = await challenges.take(response.response.clientDataJSON, userId);
      if (expectedChallenge === null) return null;
      const given = { ...expected, response, expectedChallenge, supportedAlgorithmIDs: ALGORITHMS };
      const { verifyRegistrationResponse } = await library();
      const verified = await orNull(verifyRegistrationResponse(given));
      return verified?.verified ? verified.registrationInfo : null;
    },
    /** For any passkey of this site. */
    async optionsOfKnown() {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await challenges.keep(options.challenge, null);
      return options;
    },
    async checkKnown({ id, publicKey, counter }: PasskeyRow, response: PasskeyProof) {
      const expectedChallenge = await challenges.take(response.response.clientDataJSON, null);
      if (expectedChallenge === null) return null;
      const credential = { id, publicKey: new Uint8Array(publicKey), counter };
      const given = { ...expected, response, expectedChallenge, credential };
      const { verifyAuthenticationResponse } = await library();
      const verified = await orNull(verifyAuthenticationResponse(given));
      return verified?.verified ? verified.authenticationInfo : null;
    },
  };
}
