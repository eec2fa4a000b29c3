/** The machine's time, with leaps forward where a test needs time to have passed. */
export function shiftedClock() {
  let shift = 0;
  return {
    clock: () => Date.now() + shift,
    pass: (ms: number) => {
      shift += ms;
    },
  };
}
