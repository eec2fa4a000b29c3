import { PASSWORD, visitor } from '../factories/visitor.ts';

/** A new person with a funded paper key and an alert; their cookie. */
export async function paperPerson(origin: string): Promise<string> {
  const app = { request: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) };
  const person = visitor({ app });
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await person.post('/api/user', {
    email,
    username: 'Ada Trader',
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
  });
  await person.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD, 'remember-me': true });
  const pair = await person.post('/api/paper/key', {});
  await person.post('/api/key', { market: 'binance', name: 'Paper', ...pair.body });
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', price: 9, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
  await person.post('/api/alert/', { ...alert, comment: 'The old high' });
  return person.cookie();
}
