import { Refusal } from './errors.ts';

/** S-50. For a call that asks for it in some cases only; otherwise `prove` in its contract does. */
export function requireAddress({ proven }: { proven: boolean }, why: string): void {
  if (!proven)
    throw new Refusal('prove', `${why} Prove your e-mail address first: enter the code that we mailed to you.`);
}
