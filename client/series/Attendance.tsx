import { shortDuration } from '../../domain/lib/duration.ts'
import type { SeriesDate } from '../../domain/series/api.ts'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import classes from './Series.module.css'

/** Who was in the room of a date and for how long. Only its host has the list (D-150). */
export function Attendance({ people }: { people: NonNullable<SeriesDate['attendance']> }) {
  return (
    <details className={classes.attendance}>
      <summary>Who came, and for how long</summary>
      <ul>
        {people.map(({ username, seconds }) => (
          <li key={username}>
            <PersonLink username={username} /> <span>{minutesText(seconds)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function minutesText(seconds: number): string {
  return seconds < 30 ? 'less than a minute' : shortDuration(Math.round(seconds / 60) * 60)
}
