import type { Part } from './plan.ts'

/** Returns the title of a part. One without a title is called by its steps, such as "run, walk". */
export function partTitle(part: Pick<Part, 'title' | 'timers'> | undefined): string {
  if (part?.title) return part.title
  const steps = part?.timers.flatMap(timer => (timer.nested.length > 0 ? timer.nested : [timer])) ?? []
  const titles = new Set(steps.map(({ title }) => title).filter(Boolean))
  return [...titles].slice(0, MOST_STEPS).join(', ') || 'Untitled part'
}

const MOST_STEPS = 3
