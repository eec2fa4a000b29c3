import { networkOf } from '../../http/network-of.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/clock.ts';

const HOUR = 3_600_000;

export interface Sender {
  userId: string | null;
  address: string;
}

const namesOf = ({ userId, address }: Sender): string[] => [networkOf(address), ...(userId === null ? [] : [userId])];

/** S-44: three messages an hour for an address and for an account; visitors all together have a bound as well. */
export function contactLimits(clock: Clock) {
  const tries = rateLimit({ most: 30, windowMs: HOUR / 6, clock });
  const sent = rateLimit({ most: 3, windowMs: HOUR, clock });
  const visitors = rateLimit({ most: 60, windowMs: HOUR, clock });
  const check = (sender: Sender) => {
    for (const name of namesOf(sender)) sent.check(name, 'You have sent three messages within an hour.');
    if (sender.userId === null) visitors.check('visitors', 'More messages came than can be read just now.');
  };
  return {
    /** Before anything of the body is read. */
    admit(sender: Sender): void {
      check(sender);
      tries.take(networkOf(sender.address), 'You have tried this very often.');
    },
    /** Before the photo is looked at: of many at once no more are looked at than may be sent. */
    take(sender: Sender): void {
      check(sender);
      for (const name of namesOf(sender)) sent.count(name);
      if (sender.userId === null) visitors.count('visitors');
    },
    /** It was not sent after all. */
    giveBack(sender: Sender): void {
      for (const name of namesOf(sender)) sent.giveBack(name);
      if (sender.userId === null) visitors.giveBack('visitors');
    },
  };
}
