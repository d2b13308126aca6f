/** Work for the time after the next frame is painted. Asking again before then asks for nothing more. */

export interface AfterFrame {
  ask(): void;
  cancel(): void;
}

export function afterFrame(work: () => void): AfterFrame {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  return {
    ask() {
      if (isAsked) return;
      isAsked = true;
      // A frame calls back before it is painted, and a timer after that.
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => {
          isAsked = false;
          work();
        });
      });
    },
    cancel() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}
