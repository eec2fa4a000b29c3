import type { Plugin } from 'vite';

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same code with an escape for each character beyond ASCII. */
export const asciiOf = (code: string): string => code.replace(/[\u0080-\uffff]/g, escaped);

/** V8 keeps two bytes for each character of a file in which one is not Latin: some eighty dashes and arrows cost 13 MB. */
export const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asciiOf(file.code);
  },
};
