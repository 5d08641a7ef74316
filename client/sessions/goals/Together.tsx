import { percentOf } from '../../../domain/lib/numbers.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import classes from './Together.module.css'
import { teamGoals } from './together.ts'

/** How many goals have a ring. */
const MOST = 3

/** The room's shared goals, as progress rings. */
export function Together({ session }: { session: Session }) {
  const goals = teamGoals(session, useDistanceUnit()).slice(0, MOST)
  if (goals.length === 0) return null
  return (
    <section className={classes.together} aria-label="Together">
      {goals.map(({ uuid, title, label, share }) => (
        <div key={uuid} className={classes.goal}>
          <ProgressRing ratio={share} label={`${title}, together: ${label}`}>
            {percentOf(share)}%
          </ProgressRing>
          <span className={classes.words}>
            <strong>{title}</strong>
            <span>{label}, together</span>
          </span>
        </div>
      ))}
    </section>
  )
}
