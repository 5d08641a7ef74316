/** Least time between two renders of events that can wait. It leaves a slow phone time for presses in a busy room. */
const APART_MS = 500
/** Longest wait of a hidden page, which gets no frames. */
const HIDDEN_MS = 100

export interface EventQueue<Event> {
  add: (event: Event) => void
  /** Forgets what waits. */
  clear: () => void
}

/**
 * Collects events and handles them together, so that the page renders once for all of them. The first event after a
 * quiet time is handled in the next frame. So is an urgent one, with all before it.
 */
export function eventQueue<Event>(
  handle: (events: readonly Event[]) => void,
  isUrgent: (event: Event) => boolean
): EventQueue<Event> {
  let waiting: Event[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let rest: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    clearTimeout(rest)
    frame = undefined
    timer = undefined
    rest = undefined
  }

  function flush(): void {
    stop()
    const events = waiting
    waiting = []
    rest = setTimeout(endRest, APART_MS)
    handle(events)
  }

  function endRest(): void {
    rest = undefined
    if (waiting.length > 0) askForFrame()
  }

  function askForFrame(): void {
    frame ??= requestAnimationFrame(flush)
    timer ??= setTimeout(flush, HIDDEN_MS)
  }

  return {
    add(event) {
      waiting.push(event)
      if (rest === undefined || isUrgent(event)) askForFrame()
    },
    clear() {
      stop()
      waiting = []
    }
  }
}
