import type { CSSProperties } from 'react'
import { useNow } from '../../lib/dates/server-clock.ts'
import classes from './Fire.module.css'

interface Props {
  /** How many people are around the fire. It grows with them, gently. */
  people: number
  isPaused?: boolean
}

/** It flickers for three seconds, and then rests, as an endless animation makes presses slow and empties batteries. */
const FLICKERS_EACH_MS = 15_000

/**
 * The fire of the room. It flickers now and then, except where the system asks for less motion. A pause leaves the
 * embers. Each flame is an image of its own, because browsers animate whole images beside the page's own work, but not
 * parts of one.
 */
export function Fire({ people, isPaused = false }: Props) {
  // A new element begins its animation again.
  const beat = useNow(FLICKERS_EACH_MS)
  return (
    <span
      className={classes.fire}
      aria-hidden="true"
      data-paused={isPaused || undefined}
      style={{ '--size': sizeOf(people) } as CSSProperties}
    >
      <span className={classes.flames}>
        <Layer
          key={`outer ${beat}`}
          look={classes.outer}
          d="M24 44C14 44 8 37.500 8 29.500 8 19 19.500 15.500 22.500 3 31 8.500 40 18 40 29.500 40 37.500 34 44 24 44Z"
        />
        <Layer
          key={`inner ${beat}`}
          look={classes.inner}
          d="M24 44c-6 0-9.500-4-9.500-9 0-6.500 7-8.500 8.800-16 5.200 3.500 10.200 9 10.200 16 0 5-3.500 9-9.500 9Z"
        />
        <Layer
          key={`core ${beat}`}
          look={classes.core}
          d="M24 44c-3.200 0-5-2.200-5-5 0-3.600 3.800-5 5-9 2.800 2.200 5 5.200 5 9 0 2.800-1.800 5-5 5Z"
        />
      </span>
      <Layer look={classes.wood} d="M9 45.500 39 41M9 41l30 4.500" />
    </span>
  )
}

function Layer({ look, d }: { look: string | undefined; d: string }) {
  return (
    <svg className={look} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  )
}

/** From 0.65 alone to 1 with 64 people: each doubling adds the same. */
function sizeOf(people: number): number {
  return Math.min(1, 0.65 + Math.log2(Math.max(1, people)) * (0.35 / 6))
}
