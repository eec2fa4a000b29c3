interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Questions of one turn of the event loop, asked together: the answers come in their order. Each is asked after it came,
 * so that nothing is answered from before.
 */
export function gathered<Asked, Answer>(
  askAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];

  async function ask(): Promise<void> {
    const all = waiting;
    waiting = [];
    try {
      const answers = await askAll(all.map(({ asked }) => asked));
      all.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  return (asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (waiting.push({ asked, resolve, reject }) === 1) setImmediate(() => void ask());
    return promise;
  };
}
