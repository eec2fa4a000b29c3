import { getTwoFactor, makeRecoveryCodes, turnTwoFactorOff, turnTwoFactorOn } from '#contracts/two-factor.ts';
import { serve, type Site } from '../../../http/serve.ts';
import type { Accounts } from '../index.ts';

export function twoFactorRoutes(site: Site, { secondFactor }: Pick<Accounts, 'secondFactor'>): void {
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

  serve(site, makeRecoveryCodes, async ({ person }) => ({
    recoveryCodes: await secondFactor.newCodes(person.userId),
  }));
}
