import { HOUR } from '#contracts/rules/time.ts';
import { networkLimit } from '../../runtime/request-limits/network-limit.ts';
import { rateLimit } from '../../runtime/request-limits/rate-limit.ts';
import type { Clock } from '../../lib/clock.ts';

export interface Sender {
  userId: string | null;
  address: string;
}

const OFTEN = 'You have sent three messages within an hour.';

/** S-44: three messages an hour per network and per account, and a total for all visitors. */
export function contactLimits(clock: Clock) {
  const tries = networkLimit({ most: 30, windowMs: HOUR / 6, clock });
  const sent = networkLimit({ most: 3, windowMs: HOUR, clock });
  const sentBy = rateLimit({ most: 3, windowMs: HOUR, clock });
  const visitors = rateLimit({ most: 60, windowMs: HOUR, clock });
  const limitOf = ({ userId }: Sender) =>
    userId === null ? ([visitors, 'visitors'] as const) : ([sentBy, userId] as const);

  const check = (sender: Sender) => {
    const [limit, name] = limitOf(sender);
    sent.check(sender, OFTEN);
    limit.check(name, sender.userId === null ? 'More messages came than can be processed.' : OFTEN);
  };
  return {
    /** Before the body is read. */
    admit(sender: Sender): void {
      check(sender);
      tries.take(sender, 'You have tried this too often.');
    },
    /** Before the photo is decoded: concurrent requests cannot exceed the limit. */
    take(sender: Sender): void {
      check(sender);
      const [limit, name] = limitOf(sender);
      sent.count(sender);
      limit.count(name);
    },
    /** The message was not sent. */
    giveBack(sender: Sender): void {
      const [limit, name] = limitOf(sender);
      sent.giveBack(sender);
      limit.giveBack(name);
    },
  };
}
