/** Tones in random orders of what happens in a room and on a device: each cue sounds once, and at its time. */
import { act, fireEvent, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Cue } from '../../../domain/goals/timers.ts'
import { FakeAudio, sound } from '../../../testing/page/fake-audio.ts'
import { START } from '../../../testing/page/session-page.ts'
import { forget } from '../../../testing/page/show.tsx'
import { PITCH } from '../../lib/tone.ts'

afterEach(forget)

const SECOND = 1000
const MINUTE = 60 * SECOND
const KINDS = ['count', 'change', 'alert', 'end'] as const
/** Two cues of one second sound as one, so these are further apart, also when one is late. */
const GAP_MS = 3 * SECOND
const STEP_MS = 100
/** Timers and the audio's clock round. */
const TOLERANCE_MS = 10

interface Heard {
  at: number
  pitch: number
}

const happenings = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15_000 }) })
    },
    fc.record({ what: fc.constant('hide' as const), ms: fc.integer({ min: MINUTE, max: 5 * MINUTE }) }),
    fc.record({ what: fc.constant('sleep' as const), ms: fc.integer({ min: 2000, max: 5 * MINUTE }) }),
    // The host pauses, skips or extends, so all later cues move.
    fc.record({ what: fc.constant('move' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
    // The host starts a part, and the page learns of it a moment later.
    fc.record({ what: fc.constant('start' as const), ms: fc.integer({ min: 0, max: 900 }) }),
    fc.record({ what: fc.constant('same' as const), ms: fc.constant(0) }),
    fc.record({ what: fc.constant('tab' as const), ms: fc.constant(0) })
  ),
  { minLength: 1, maxLength: 25 }
)
const gaps = fc.array(fc.integer({ min: GAP_MS, max: 40_000 }), { minLength: 40, maxLength: 40 })

/** A page with sound, whose plan has these gaps between cues. It notes what sounds, and what should have. */
function openPage(useTones: typeof import('./sound.ts').useTones, gaps: number[]) {
  let at = START
  let cues: Cue[] = gaps.map((gap, index) => {
    at += gap
    return { at, kind: KINDS[index % KINDS.length] ?? 'change', title: '' }
  })
  let version = 0
  const heard: Heard[] = []
  const due: Heard[] = []
  const open = () =>
    renderHook(
      ({ version }) => useTones('room', [version], (from, to) => cues.filter(({ at }) => at > from && at <= to)),
      { initialProps: { version } }
    )
  let { rerender, unmount } = open()
  const show = (): void => rerender({ version: ++version })

  /** Notes what has sounded and what was due since `from`, while the audio's clock ran. */
  function note(from: number): void {
    const now = Date.now()
    for (const { pitch, at, audio } of sound.planned) {
      const sounded = now - (audio.ms - at)
      if (sounded > from && sounded <= now) heard.push({ at: sounded, pitch })
    }
    due.push(...cues.filter(({ at }) => at > from && at <= now).map(({ at, kind }) => ({ at, pitch: PITCH[kind] })))
  }

  function pass(run: () => void): void {
    const from = Date.now()
    run()
    note(from)
  }

  const isFree = (time: number): boolean => cues.every(({ at }) => Math.abs(at - time) >= GAP_MS)
  return {
    heard,
    due,
    close: () => unmount(),
    wait(ms: number) {
      // React renders at the end of each step.
      for (let left = ms; left > 0; left -= STEP_MS)
        pass(() => act(() => void vi.advanceTimersByTime(Math.min(left, STEP_MS))))
    },
    /** Timers of a hidden page run once a minute. */
    hide(ms: number) {
      look(true)
      for (let left = ms; left > 0; left -= MINUTE)
        pass(() => {
          vi.setSystemTime(Date.now() + Math.min(left, MINUTE))
          act(() => void vi.advanceTimersByTime(SECOND + STEP_MS))
        })
      look(false)
    },
    /** Wakes when nothing was due a moment ago, because that may sound late. */
    sleep(ms: number) {
      look(true)
      let until = Date.now() + ms
      while (cues.some(({ at }) => at <= until && at > until - 2 * SECOND)) until += SECOND
      sound.sleep(until - Date.now(), vi.setSystemTime)
      look(false)
    },
    move(ms: number) {
      const now = Date.now()
      cues = cues.map(cue => (cue.at > now ? { ...cue, at: cue.at + ms } : cue))
      show()
    },
    start(late: number) {
      const now = Date.now()
      if (!isFree(now - late)) return
      cues = [...cues, { at: now - late, kind: 'change', title: '' }]
      const before = sound.planned
      show()
      due.push({ at: now, pitch: PITCH.change })
      const atOnce = sound.planned.filter(tone => tone.at === tone.audio.ms && !before.includes(tone))
      heard.push(...atOnce.map(({ pitch }) => ({ at: now, pitch })))
    },
    same: show,
    tab() {
      unmount()
      ;({ rerender, unmount } = open())
    }
  }
}

function look(isHidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('in any order of changes, sleeps, tabs and hidden times each cue sounds once, and at its time', {
  tags: 'TMR-12'
}, async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  await fc.assert(
    fc.asyncProperty(gaps, happenings, async (gaps, happened) => {
      sound.forget()
      vi.resetModules()
      const { useTones } = await import('./sound.ts')
      vi.useFakeTimers({ now: START })
      const page = openPage(useTones, gaps)
      act(() => void fireEvent.pointerUp(document.body))
      page.wait(2 * SECOND)
      for (const { what, ms } of [...happened, { what: 'wait' as const, ms: MINUTE }]) page[what](ms)
      page.close()
      expect(page.heard.map(({ pitch }) => pitch)).toEqual(page.due.map(({ pitch }) => pitch))
      for (const [index, { at }] of page.heard.entries())
        expect(Math.abs(at - (page.due[index]?.at ?? 0))).toBeLessThan(TOLERANCE_MS)
    }),
    { numRuns: 150 }
  )
})
