import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type Configuration, type InteractionResults, interactionPolicy, Provider } from 'oidc-provider';
import { GOOGLE_CALLBACK } from '../../server/contracts/google.ts';

export interface GoogleAccount {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

/** Google knows this one; Google alone asks which account is meant. */
function policy() {
  const known = interactionPolicy.base();
  known.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return known;
}

const configuration = (site: string, account: (sub: string) => GoogleAccount | undefined): Configuration => ({
  clients: [
    {
      client_id: 'tandem',
      client_secret: 'known to both',
      redirect_uris: [site + GOOGLE_CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...account(sub), sub }) }),
  features: { devInteractions: { enabled: false } },
  interactions: { policy: policy(), url: (_, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  // Its owner agreed long ago.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  cookies: { keys: ['a key of a test'] },
});

/** An OpenID provider on this machine in Google's place: each visitor is the person that it was told. */
export async function oidcSite(site: string) {
  const accounts = new Map<string, GoogleAccount>();
  let current: GoogleAccount | null = null;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(
    issuer,
    configuration(site, (sub) => accounts.get(sub)),
  );
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result: InteractionResults = current
      ? { login: { accountId: current.sub }, select_account: {} }
      : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  server.on('request', (request, response) => {
    const done = request.url?.startsWith('/interaction/') ? answer(request, response) : callback(request, response);
    void done.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  return {
    issuer,
    /** What the site's configuration says of it. */
    variables: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: 'tandem', GOOGLE_CLIENT_SECRET: 'known to both' },
    /** Visitors from now on are this person; null: they turn back. */
    is(account: GoogleAccount | null): void {
      current = account;
      if (account) accounts.set(account.sub, account);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type OidcSite = Awaited<ReturnType<typeof oidcSite>>;
