import type { SecretPurpose, SecretUse } from '#contracts/audit.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { counted } from '../../../../lib/counted.ts';

const PURPOSES: Record<SecretPurpose, string> = {
  trading: 'orders',
  balances: 'balances',
  check: 'permission check',
  code: 'code check',
};

/** Until the hour is over the number is a lower bound. */
export function secretUseText({ keyUid, keyName, purpose, uses, final }: SecretUse): { title: string; facts: string } {
  const number = counted(uses, 'use');
  return {
    title: keyUid === null ? 'Authenticator app' : keyName === null ? 'API key' : `API key “${isolated(keyName)}”`,
    facts: `${PURPOSES[purpose]} · ${final ? number : `at least ${number}so far this hour`}`,
  };
}
