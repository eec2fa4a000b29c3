import type { Context } from 'hono';
import {
  changeHook,
  createHook,
  deleteHook,
  type HookAnswer,
  listHooks,
  listHookSignals,
  renewHookSecret,
  renewHookToken,
  setHookLive,
  testHook,
} from '#contracts/hooks.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { readBody, tokenIn } from '../../domain/signals/read-body.ts';
import { readerOf } from '../../http/bearer.ts';
import { clientAddress } from '../../http/client-address.ts';
import { download } from '../../http/download.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { requireProof, serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import { signedHeaders } from '../../lib/standard-webhooks.ts';
import type { HookDeps } from './deps.ts';
import { callLimit } from './door/call-limit.ts';
import { knock } from './door/knock.ts';
import { notifyOverLimit, receive } from './door/receive.ts';
import { sampleSignal } from './door/sample.ts';
import { hooksStore } from './hooks.store.ts';
import { manageHooks, presentHooks } from './manage-hooks.ts';
import { listSignals, signalsCsv } from './present-signals.ts';

interface RouteDeps {
  hooks: HookDeps;
  trustProxy: boolean;
}

function ownerRoutes(site: Site, deps: HookDeps): void {
  const manage = manageHooks(deps);
  const answer = async (made: Awaited<ReturnType<typeof manage.create>>): Promise<HookAnswer> => {
    if (made.error !== null) return made;
    const [hook = null] = await presentHooks(deps, made.hook.userId, [made]);
    return { error: null, hook };
  };

  serve(site, listHooks, async ({ person: { userId } }) => {
    const all = await hooksStore(deps.db, userId).all();
    return {
      content: await presentHooks(
        deps,
        userId,
        all.map((hook) => ({ hook, token: null })),
      ),
    };
  });
  serve(site, createHook, async ({ person, json }) => answer(await manage.create(person.userId, json)));
  serve(site, changeHook, async ({ person, params, json }) => {
    const hook = await manage.own(person.userId, params.hookId);
    // What may be traded with real money is not widened by an old session.
    if (!deps.paper && (json.template || json.paused === false)) requireProof(person);
    return answer(await manage.change(hook, json));
  });
  serve(site, deleteHook, async ({ person, params }) => {
    await manage.remove(person.userId, params.hookId);
    return { error: null };
  });
  serve(site, renewHookToken, async ({ person, params }) => {
    const hook = await manage.own(person.userId, params.hookId);
    if (!deps.paper) requireProof(person);
    return answer(await manage.renew(hook));
  });
  serve(site, renewHookSecret, async ({ person, params }) => {
    const hook = await manage.own(person.userId, params.hookId);
    if (!deps.paper) requireProof(person);
    return answer(await manage.renewSecret(hook));
  });
  serve(site, setHookLive, async ({ person, params, json }) => {
    const hook = await manage.own(person.userId, params.hookId);
    if (json.live && !deps.paper) requireProof(person);
    return answer(await manage.goLive(hook, json.live));
  });
}

function logRoutes(site: Site, { hooks: deps, trustProxy }: RouteDeps): void {
  const manage = manageHooks(deps);
  const calls = callLimit(deps);
  serve(site, testHook, async ({ c, person, params, json }) => {
    const hook = await manage.own(person.userId, params.hookId);
    await calls.take(person.userId);
    const text = sampleSignal(hook, json, deps.clock());
    const { id, error, result } = await receive(deps, hook, {
      text,
      address: clientAddress(c, trustProxy),
      isTest: true,
    });
    return { error: result === 'refused' ? error : null, signalId: id };
  });
  serve(site, listHookSignals, async ({ person, params, query }) => {
    const hook = await manage.own(person.userId, params.hookId);
    return listSignals(deps, hook, query);
  });
  // A file, not JSON: outside the contracts, behind the same door.
  site.get('/api/hooks/:hookId/signals.csv', async (c) => {
    const person = await readerOf(c, '/api/hooks/:hookId/signals.csv');
    const hook = await manage.own(person.userId, c.req.param('hookId'));
    return download(c, { name: 'tandem-signals.csv', type: 'text/csv' }, signalsCsv(deps, hook));
  });
}

const TYPES = /^(application\/json|text\/plain)\b/i;

/** W-1: where senders call. The token in the path never reaches a log (logged-path.ts). */
function doorRoutes(site: Site, { hooks: deps, trustProxy }: RouteDeps): void {
  const { sharedLimits } = deps;
  const wrong = sharedLimits.perNetwork({ name: 'wrong hook tokens', most: 20, windowMs: MINUTE });
  const calls = callLimit(deps);
  const countWrong = (address: string) => wrong.take({ address }, 'Too many calls with a wrong address.');

  async function take(c: Context<HttpEnv>, hookId: string, given: string | null): Promise<Response> {
    if (!TYPES.test(c.req.header('content-type') ?? ''))
      throw new Refusal('wrong-type', 'Send a signal as application/json or text/plain.');
    const text = await c.req.text();
    const signed = given === null ? signedHeaders((name) => c.req.header(name)) : null;
    const read = given === null ? readBody(text) : null;
    const token = read && 'body' in read ? tokenIn(read.body) : given;
    const address = clientAddress(c, trustProxy);
    const hook = await knock(deps, { hookId, token, signed: signed && { ...signed, body: text }, address }, countWrong);
    await calls.take(hook.userId).catch(async (error: unknown) => {
      await notifyOverLimit(deps, hook);
      throw error;
    });
    return c.json(await receive(deps, hook, { text, address, signed: token === null ? signed : null }));
  }
  site.post('/hook/:hookId/:token', (c) => take(c, c.req.param('hookId'), c.req.param('token')));
  site.post('/hook/:hookId', (c) => take(c, c.req.param('hookId'), null));
}

export function hooksRoutes(site: Site, deps: RouteDeps): void {
  ownerRoutes(site, deps.hooks);
  logRoutes(site, deps);
  doorRoutes(site, deps);
}
