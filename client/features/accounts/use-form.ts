import { type FormEvent, useRef, useState } from 'react';

type Texts<K extends string> = Record<K, string>;

function textsOf<K extends string>(form: HTMLFormElement, names: readonly K[]): Texts<K> {
  const data = new FormData(form);
  const text = (name: K) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Texts<K>;
}

const blank = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, ''])) as Texts<K>;

interface Options<K extends string, F extends object> {
  names: readonly K[];
  faultsOf: (texts: Texts<K>) => F;
  onSubmit: (texts: Texts<K>) => void;
}

/** An uncontrolled form: errors appear after the first submit, and follow the typing from then on. */
export function useForm<K extends string, F extends object>({ names, faultsOf, onSubmit }: Options<K, F>) {
  const [faults, setFaults] = useState<Partial<F>>({});
  const [texts, setTexts] = useState(() => blank(names));
  const tried = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const show = (found: Partial<F>) => {
    setFaults(found);
    tried.current = true;
    const wrong = names.find((name) => name in found);
    if (wrong) ref.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = textsOf(event.currentTarget, names);
    const found = faultsOf(given);
    show(found);
    if (Object.keys(found).length === 0) onSubmit(given);
  };
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const given = textsOf(event.currentTarget, names);
    setTexts(given);
    if (tried.current) setFaults(faultsOf(given));
  };
  return {
    faults,
    texts,
    /** Shows errors found by the server until the next input. */
    show,
    // With POST, a native submission would not put the values into the address.
    formProps: { ref, method: 'post' as const, noValidate: true, onSubmit: submit, onInput: follow },
  };
}
