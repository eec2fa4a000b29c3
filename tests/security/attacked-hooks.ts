import { hookWorld, type HookWorld } from '../factories/hook-world.ts';
import type { TestSite } from '../setup/site.ts';
import { signatureOf } from '../../server/lib/standard-webhooks.ts';

type Hook = Awaited<ReturnType<HookWorld['create']>>;

export const tokenOf = ({ path }: Hook): string => path.split('/').at(-1) ?? '';

/** A person's hooks, all of them live: what is let in is traded. */
export async function attackedHooks(site: TestSite, clock: () => number) {
  const who = await hookWorld(site, clock);
  const live = async (template: Record<string, unknown> = {}) => {
    const hook = await who.create(template);
    await hook.live();
    return hook;
  };
  const hooks = {
    open: await live({ alias: 'mine', amount: { atMost: 20 } }),
    other: await live(),
    alerts: await live({ actions: ['alert'] }),
    fenced: await live({ addresses: ['52.89.214.238'] }),
    capped: await live({ perSignalUsdt: 10, actions: ['alert', 'open'] }),
    renewed: await live(),
    removed: await live(),
    paused: await live(),
  };
  const secret = (await hooks.open.call('secret')).body.hook.secret as string;
  await hooks.renewed.call('token');
  await who.send('DELETE', `/api/hooks/${hooks.removed.hookId}`);
  await who.send('PATCH', `/api/hooks/${hooks.paused.hookId}`, { json: { paused: true } });
  return { ...hooks, who, secret, clock, now: (ms = 0) => new Date(clock() + ms).toISOString() };
}
export type AttackedHooks = Awaited<ReturnType<typeof attackedHooks>>;

export interface Attack {
  what: string;
  status: number;
  /** The sentence of its refusal. */
  says: string;
  call: (w: AttackedHooks) => { path?: string; body?: unknown; headers?: Record<string, string> };
}

/** A good signal, in our own format. */
export const opening = (w: AttackedHooks, more: Record<string, unknown> = {}) => ({
  action: 'open',
  pair: 'XRPUSDT',
  amount: 10,
  time: w.now(),
  ...more,
});

/** Where signed calls go. */
export const bare = (w: AttackedHooks): string => `/hook/${w.open.hookId}`;
export const TEXT = '{"action":"open","pair":"XRPUSDT","amount":10}';

/** The headers of a call that is signed `ms` from now. */
export function signed(w: AttackedHooks, of: { with?: string; ms?: number; id?: string; body?: string } = {}) {
  const at = w.clock() + (of.ms ?? 0);
  const id = of.id ?? 'msg_1';
  const signature = signatureOf([of.with ?? w.secret], { id, at, body: of.body ?? TEXT });
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at / 1000)), 'webhook-signature': signature };
}
