/** Longest wait of a hidden page, which gets no frames. */
const HIDDEN_MS = 100

export interface FrameQueue<Value> {
  add: (value: Value) => void
  /** Forgets what waits. */
  clear: () => void
}

/** Collects values until the next frame, and handles them together, so that the page renders once for all of them. */
export function onceAFrame<Value>(handle: (values: readonly Value[]) => void): FrameQueue<Value> {
  let waiting: Value[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
  }

  function flush(): void {
    stop()
    const values = waiting
    waiting = []
    if (values.length > 0) handle(values)
  }

  return {
    add(value) {
      waiting.push(value)
      frame ??= requestAnimationFrame(flush)
      timer ??= setTimeout(flush, HIDDEN_MS)
    },
    clear() {
      stop()
      waiting = []
    }
  }
}
