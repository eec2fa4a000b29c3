import { Refusal } from './errors.ts';

/** S-50, for calls that need a verified address in some cases only; otherwise the contract's `prove` demands it. */
export function requireAddress({ proven }: { proven: boolean }, why: string): void {
  if (!proven)
    throw new Refusal('prove', `${why} Prove your e-mail address first: enter the code that we mailed to you.`);
}
