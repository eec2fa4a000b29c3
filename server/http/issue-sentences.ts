import type * as z from 'zod/mini';

const LONGEST_NAME = 40;
const WANTED: Record<string, string> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose true or false.',
  array: 'Send a list.',
  object: 'Send an object with named fields.',
};
const FORMATS: Record<string, string> = { uuid: 'This is not an id.', email: 'Enter an e-mail address.' };

const named = (keys: readonly string[]): string => keys.map((key) => key.slice(0, LONGEST_NAME)).join(', ');

/** The sentence for an invalid value, where its contract does not define one. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'This is missing.';
  switch (issue.code) {
    case 'invalid_type':
      return WANTED[issue.expected] ?? 'This is not understood.';
    case 'invalid_value':
      return `Choose one of: ${issue.values.join(', ')}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This has the wrong format.';
    case 'unrecognized_keys':
      return `There is no field named ${named(issue.keys)} here.`;
    case 'too_big':
      return `This may be at most ${issue.maximum}.`;
    case 'too_small':
      return `This must be at least ${issue.minimum}.`;
    default:
      return 'This is not understood.';
  }
}
