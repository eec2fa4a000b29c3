import {
  getTwoFactor,
  keepTwoFactor,
  keepTwoFactorByLink,
  makeRecoveryCodes,
  turnTwoFactorOff,
  turnTwoFactorOn,
} from '#contracts/two-factor.ts';
import { serve, type Site } from '../../../http/serve.ts';
import type { Accounts } from '../index.ts';

export function twoFactorRoutes(
  site: Site,
  { secondFactor, lostFactor }: Pick<Accounts, 'secondFactor' | 'lostFactor'>,
): void {
  serve(site, getTwoFactor, ({ person }) => secondFactor.status(person.userId));

  serve(site, turnTwoFactorOn, async ({ person, json }) =>
    json.code === undefined
      ? secondFactor.start(person)
      : { recoveryCodes: await secondFactor.turnOn(person.userId, json.code) },
  );

  serve(site, turnTwoFactorOff, async ({ person }) => {
    await secondFactor.turnOff(person.userId);
    return { since: null };
  });

  serve(site, keepTwoFactor, async ({ person }) => ({ kept: await lostFactor.keep(person.userId) }));

  serve(site, keepTwoFactorByLink, ({ json }) => lostFactor.keepByLink(json.token));

  serve(site, makeRecoveryCodes, async ({ person }) => ({
    recoveryCodes: await secondFactor.newCodes(person.userId),
  }));
}
