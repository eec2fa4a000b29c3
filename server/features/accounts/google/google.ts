import type { RequestContext } from '../../../lib/request-context.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type CallbackResult, callbackHandler } from './callback.ts';
import { googleStore } from './google.store.ts';
import { type AuthorizationRequest, authorizationRequests } from './authorization-requests.ts';
import { linking } from './linking.ts';
import { pendingSteps } from './pending-steps.ts';
import { isCancelled } from './provider.ts';
import type { GoogleDeps } from './deps.ts';

/** Sign-in with Google, and its links to accounts. */
export function createGoogle(deps: Omit<GoogleDeps, 'links'>) {
  const { log, signIn, provider } = deps;
  const links = googleStore(deps.db);
  const { link, unlink } = linking({ ...deps, links });
  const requests = authorizationRequests(deps);
  const steps = pendingSteps(deps);
  const handleCallback = callbackHandler({ ...deps, links, linking: { link, unlink }, steps });
  return {
    unlink,
    /** The URL to send the browser to, and the verifier that it must return. */
    async begin(request: AuthorizationRequest): Promise<{ address: string; verifier: string }> {
      if (!provider) throw new Refusal('not-found', 'Sign-in with Google is not set up here.');
      const binding = await requests.begin(request);
      return { address: await provider.address(binding), verifier: binding.verifier };
    },
    /** Handles the return from Google with this query. */
    async finish(query: string, verifier: string, personId: string | undefined): Promise<CallbackResult> {
      const ended = await requests.end(new URLSearchParams(query).get('state') ?? '', verifier);
      if (!provider || !ended) return { kind: 'back', notice: 'failed', to: '/' };
      try {
        return await handleCallback(ended.request, await provider.identify(query, ended.binding), personId);
      } catch (error) {
        const notice = (await isCancelled(error)) ? 'cancelled' : 'failed';
        if (notice === 'failed') log.warn({ err: error }, 'sign-in with Google failed');
        return { kind: 'back', notice, to: ended.request.to };
      }
    },
    /** The code of the step after Google. The user to sign in; null when the code is wrong. */
    async takeCode(token: string, code: string, requestContext: RequestContext): Promise<string | null> {
      const pending = await steps.find('code', token);
      if (!pending) throw new Refusal('conflict', 'This took too long. Begin again with Google.');
      const checked = await signIn.checkCode(pending.userId, code, requestContext);
      if (typeof checked === 'string') return null;
      await steps.end(token);
      if (pending.link) await link(pending.userId, pending.link);
      return pending.userId;
    },
    /** Completes a link that waited for a sign-in by password. */
    async linkAfter(token: string, userId: string): Promise<void> {
      const pending = await steps.find('password', token);
      if (pending?.userId !== userId || !pending.link) return;
      await steps.end(token);
      await link(userId, pending.link);
    },
  };
}
