import { type FormEvent, useState } from 'react';

type Texts<K extends string> = Record<K, string>;

function textsOf<K extends string>(form: HTMLFormElement, names: readonly K[]): Texts<K> {
  const data = new FormData(form);
  const text = (name: K) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Texts<K>;
}

interface Options<K extends string, F extends object> {
  names: readonly K[];
  faultsOf: (texts: Texts<K>) => F;
  onSubmit: (texts: Texts<K>) => void;
}

/** Silent until the first submit; from then on the faults follow the typing. The browser keeps the values. */
export function useForm<K extends string, F extends object>({ names, faultsOf, onSubmit }: Options<K, F>) {
  const [faults, setFaults] = useState<Partial<F>>({});
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const texts = textsOf(form, names);
    const found = faultsOf(texts);
    setFaults(found);
    setTried(true);
    const wrong = names.find((name) => name in found);
    if (wrong) form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
    if (Object.keys(found).length === 0) onSubmit(texts);
  };
  const follow = (event: FormEvent<HTMLFormElement>) => {
    if (tried) setFaults(faultsOf(textsOf(event.currentTarget, names)));
  };
  return { faults, formProps: { noValidate: true, onSubmit: submit, onInput: follow } };
}
