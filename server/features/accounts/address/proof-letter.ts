import { letter } from '../../../mail/index.ts';

const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** S-59: contains no text chosen at sign-up. */
export const proofLetter = (code: string, url: string) =>
  letter({
    title: 'Prove your address',
    paragraphs: [
      'A Tandem account was opened with this address.',
      `If it is yours, enter the code ${spaced(code)} in Tandem, or open the link below in the browser where you are signed in. Both are valid for a day.`,
      'If you did not open it, do nothing: without the code it never trades with real money. To take it over, ask for a new password on the sign-in page.',
    ],
    link: { label: 'Prove this address', url },
  });
