const BEGIN = '\u2068';
const END = '\u2069';
/** Written from the right, or a control character that turns the direction. */
const FROM_THE_RIGHT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATES = /[\u2066-\u2069]/g;

/** A person's own name for a plain sentence: written from the right, it leaves the words around it in place. Markup takes `<bdi>`. */
export const isolated = (name: string): string =>
  FROM_THE_RIGHT.test(name) ? `${BEGIN}${name.replace(ISOLATES, '')}${END}` : name;
