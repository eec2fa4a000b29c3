import type { Configuration } from 'openid-client';
import { GOOGLE_CALLBACK } from '#contracts/google.ts';
import { emailFault } from '#contracts/rules/sign-up.ts';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Binds one sign-in to the browser that began it and holds the verifier. */
export interface Binding {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that Google confirmed. */
export interface Identity {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string;
}

const TIMEOUT_S = 10;

const text = (claim: unknown): string => (typeof claim === 'string' ? claim : '');

/** Imported on demand. */
const library = () => import('openid-client');

export async function isCancelled(error: unknown): Promise<boolean> {
  const { AuthorizationResponseError } = await library();
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
}

/** Google's OpenID Connect, or that of another `issuer`; discovered on first use. */
export function googleProvider({ issuer, clientId, clientSecret }: GoogleSettings, publicUrl: string) {
  const server = new URL(issuer);
  const redirectUri = publicUrl + GOOGLE_CALLBACK;
  let found: Promise<Configuration> | null = null;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library();
    return discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      // The configuration allows http on this machine only.
      ...(server.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
    });
  }

  function configuration(): Promise<Configuration> {
    found ??= discover().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  }

  return {
    async address({ state, nonce, verifier }: Binding): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return url.href;
    },
    /** `query` is what the browser returned with. Throws when any of it is invalid. */
    async identify(query: string, { state, nonce, verifier }: Binding): Promise<Identity> {
      const { authorizationCodeGrant } = await library();
      const tokens = await authorizationCodeGrant(await configuration(), new URL(redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The response contains no ID token.');
      const email = text(claims['email']);
      const isVerified = claims['email_verified'] === true && emailFault(email) === null;
      return { subject: claims.sub, email, isVerified, name: text(claims['name']) };
    },
  };
}
export type GoogleProvider = ReturnType<typeof googleProvider>;
