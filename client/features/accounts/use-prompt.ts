import { useCallback, useEffect, useRef, useState } from 'react';

type Prompt = (why: string) => Promise<boolean>;

/** State of a dialog that calls wait for; one answer settles all waiting calls. `register` must be stable. */
export function usePrompt(register: (prompt: Prompt) => () => void) {
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const answer = useCallback((given: boolean) => {
    waiting.current?.resolve(given);
    waiting.current = null;
    setWhy(null);
  }, []);
  useEffect(() => {
    const unregister = register((sentence) => {
      waiting.current ??= Promise.withResolvers();
      setWhy(sentence);
      return waiting.current.promise;
    });
    return () => {
      unregister();
      answer(false);
    };
  }, [register, answer]);
  return { why, answer };
}
