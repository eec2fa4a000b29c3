import { expect, type Page } from '@playwright/test';
import { authenticator } from '../../factories/authenticator.ts';

/** The parts of the account page that say how one gets in. */
export function securityPage(page: Page) {
  const main = page.getByRole('main');
  const dialog = (name: string) => page.getByRole('dialog', { name });
  return {
    dialog,
    twoFactor: main.getByRole('region', { name: 'Two-factor authentication' }),
    passkeys: main.getByRole('region', { name: 'Passkeys' }),
    google: main.getByRole('region', { name: 'Google' }),
    /** The authenticator app that was told the secret in the open dialog. */
    async app() {
      const secret = await page.getByRole('dialog').getByRole('code').innerText();
      return authenticator(secret.replaceAll(' ', ''));
    },
    async recoveryCodes(): Promise<string[]> {
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      return codes.allTextContents();
    },
  };
}

/** A device that opens its passkeys without asking. */
export async function virtualAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
