const TOO_SHORT = 'Field should contain at least 1 character';
const MUST_AGREE = 'You must agree to the usage policy';

export type KeyFaults = Partial<Record<string, string>>;

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The typed values, or errors by field. */
export function readForm<Name extends string>(form: FormData, names: readonly Name[]) {
  const typed = Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;
  const faults: KeyFaults = {};
  for (const name of names) if (typed[name] === '') faults[name] = TOO_SHORT;
  if (form.get('agreed') !== 'on') faults['agreed'] = MUST_AGREE;
  return { typed, faults, sound: Object.keys(faults).length === 0 };
}
