let claimed = false;
let taken: DOMHighResTimeStamp | undefined;

/** Reserves the next frame for rendering an update: no throttled callback runs in it. */
export function reserveFrame(): void {
  claimed = true;
  requestAnimationFrame((now) => {
    claimed = false;
    taken = now;
  });
}

/**
 * Throttles `act` to once per `everyMs`, or once per frame with 0; runs just before paint. Callbacks slower than a
 * frame rate get a frame of their own.
 */
export function throttle(act: () => void, everyMs: number) {
  let timer: number | undefined;
  let frame: number | undefined;
  let last = -Infinity;
  const run = (now: DOMHighResTimeStamp) => {
    frame = undefined;
    if (claimed || now === taken) return wake();
    if (everyMs > 0) reserveFrame();
    last = performance.now();
    act();
  };
  const wake = () => {
    timer = undefined;
    frame = requestAnimationFrame(run);
  };
  return {
    request(): void {
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

/** Throttles `act`, which takes most of a frame by itself: no other throttled callback runs in its frame. */
export function throttleAlone(act: () => void, everyMs: number) {
  let frame: number | undefined;
  const { request, stop } = throttle(() => {
    // A callback that is throttled to an interval has the next frame reserved.
    frame = requestAnimationFrame(act);
  }, everyMs);
  return {
    request,
    stop(): void {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
