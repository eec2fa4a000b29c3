let claimed = false;
let taken: DOMHighResTimeStamp | undefined;

/** What was changed just now is much to draw: in the frame that draws it nothing paced happens. */
export function claimFrame(): void {
  claimed = true;
  requestAnimationFrame((now) => {
    claimed = false;
    taken = now;
  });
}

/**
 * Lets `act` happen at most once every `everyMs`, and with 0 once a frame: whatever is asked for in between happens
 * together, just before the browser paints. What is not for every frame is much to draw, and has the next to itself.
 */
export function paced(act: () => void, everyMs: number) {
  let timer: number | undefined;
  let frame: number | undefined;
  let last = -Infinity;
  const run = (now: DOMHighResTimeStamp) => {
    frame = undefined;
    if (claimed || now === taken) return wake();
    if (everyMs > 0) claimFrame();
    last = performance.now();
    act();
  };
  const wake = () => {
    timer = undefined;
    frame = requestAnimationFrame(run);
  };
  return {
    ask(): void {
      if (timer !== undefined || frame !== undefined) return;
      const wait = last + everyMs - performance.now();
      if (wait > 0) timer = window.setTimeout(wake, wait);
      else wake();
    },
    stop(): void {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      timer = undefined;
      frame = undefined;
    },
  };
}
