import { expect, it } from 'vitest';
import { secretUseText } from './secret-use-text.ts';

const USE = {
  keyUid: '01a20528-0238-7e00-a1cd-b00aa86295a8',
  keyName: 'Main',
  purpose: 'trading',
  uses: 41,
  firstAt: 1,
  lastAt: 2,
  final: true,
} as const;

it.each([
  [USE, 'API key “Main”: orders · 41 uses'],
  [{ ...USE, keyName: null, purpose: 'check', uses: 1 }, 'API key: permission check · 1 use'],
  [{ ...USE, purpose: 'balances', uses: 1, final: false }, 'API key “Main”: balances · at least 1 useso far this hour'],
  [{ ...USE, keyUid: null, keyName: null, purpose: 'code', uses: 2 }, 'Authenticator app: code check · 2 uses'],
] as const)('S-60 S-33 a use of a secret in words %#', (use, words) => {
  const { title, facts } = secretUseText(use);
  expect(`${title}: ${facts}`).toBe(words);
});
