import { expect, it } from 'vitest';
import { messageFault, replyFault } from './contact.ts';

it('a message has more than 5 characters, blanks about it aside', () => {
  expect(messageFault(' 12345 ')).toBe('Write more than 5 characters.');
  expect(messageFault('123456')).toBeNull();
});

it('a message has at most 3,000 characters', () => {
  expect(messageFault('x'.repeat(3000))).toBeNull();
  expect(messageFault(`${'x'.repeat(3001)} `)).toBe('A message has at most 3,000 characters, this one has 3,001.');
});

it('an answer goes to an address, or to a Telegram name where that is the way', () => {
  expect(replyFault('email', 'ada@example.org')).toBeNull();
  expect(replyFault('telegram', 'ada@example.org')).toBeNull();
  expect(replyFault('telegram', ' @ada_l ')).toBeNull();
  expect(replyFault('telegram', 'ada_l')).toBeNull();
  expect(replyFault('email', '@ada_l')).toBe('Please enter a valid email');
  expect(replyFault('telegram', '@ada')).toBe('Enter your Telegram name, such as @ada_l, or an e-mail address.');
});

it('an address to answer to has at most 254 characters', () => {
  const address = (length: number) => `ada@${'x.'.repeat(200)}`.slice(0, length - 2) + 'xx';
  expect(replyFault('email', address(254))).toBeNull();
  expect(replyFault('email', address(255))).toBe('At most 254 characters.');
});
