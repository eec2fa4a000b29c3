import { getLossLimits, setLossLimit } from '#contracts/loss-limits.ts';
import { requireProof, serve, type Site } from '../../http/serve.ts';
import type { OwnLossLimits } from './index.ts';

export function lossLimitsRoutes(site: Site, lossLimits: OwnLossLimits): void {
  serve(site, getLossLimits, ({ person }) => lossLimits.state(person.userId));
  serve(site, setLossLimit, ({ person, json }) => lossLimits.set(person.userId, json, () => requireProof(person)));
}
