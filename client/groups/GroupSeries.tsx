import { Link } from 'react-router'
import type { Together } from '../../domain/groups/together.ts'
import { Faces } from '../faces/Faces.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import classes from './GroupTogether.module.css'

const useDate = dateTexts({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** The series of a group: the rule, the next date, and the faces of those who come every time. */
export function GroupSeries({ series }: { series: Together['series'] }) {
  const date = useDate()
  return (
    <section aria-label="Series">
      <h2 className={classes.heading}>What repeats</h2>
      <ul className={classes.series}>
        {series.map(({ title, path, rule, next_at, people, regulars_count }) => (
          <li key={path}>
            <Link to={path} className={classes.next}>
              <strong>{title}</strong>
              <span>{rule}</span>
              {next_at !== null && <span>Next: {date(Date.parse(next_at))}</span>}
              {regulars_count > 0 && (
                <span className={classes.regulars}>
                  <Faces usernames={people} size={28} />
                  {regulars_count === 1 ? '1 comes every time' : `${regulars_count} come every time`}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
