import type { Clock } from '../server/lib/clock.ts'

export interface TestClock extends Clock {
  /** Moves the time forward. Timers run in order, each at its own time. */
  advance: (ms: number) => void
  /** Jumps without running timers, as when the machine slept. */
  jump: (ms: number) => void
  /** Sets the machine's clock forward or back. Timers still wait as long as before. */
  set: (ms: number) => void
}

/** A clock that stands still until a test moves it. It starts on an ordinary day, 2026-03-02 at 09:00 UTC. */
export function testClock(start = Date.UTC(2026, 2, 2, 9)): TestClock {
  let now = start
  let waiting: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter(other => other !== entry)
      }
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        waiting = waiting.filter(other => other !== next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = until
    },
    jump(ms) {
      now += ms
    },
    set(ms) {
      now += ms
      for (const entry of waiting) entry.at += ms
    }
  }
}
