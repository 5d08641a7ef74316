import { amountText, distanceText, lengthText, plural } from '../../../domain/lib/duration.ts'
import type { OverTime } from '../../../domain/sessions/api.ts'
import { pageOf } from '../../ui/Pager.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import classes from './over-time.module.css'
import { useSliceTexts } from './slice-texts.ts'

interface Task {
  uuid: string
  title: string
  unit: string
}
type Person = OverTime['people'][number]

/** The people of a page, those with the most logs first: what each did, and when. */
export function People({ overTime, tasks }: { overTime: OverTime; tasks: readonly Task[] }) {
  const textOf = useSliceTexts(overTime)
  const people = pageOf(overTime.people)
  // One height stands for as many logs in each row.
  const most = Math.max(...people.flatMap(({ slices }) => slices.map(({ logs }) => logs)))
  return (
    <table className={classes.people}>
      <caption>Who did what, and when. Those with the most logs come first.</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Did</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {people.map(person => (
          <tr key={person.username}>
            <th scope="row">
              <PersonLink username={person.username} />
            </th>
            <td>
              <Done person={person} tasks={tasks} />
            </td>
            <td>
              <svg
                className={classes.strip}
                viewBox={`0 0 ${overTime.slice_count} 1`}
                preserveAspectRatio="none"
                aria-hidden
              >
                {person.slices.map(({ slice, logs }) => (
                  <rect key={slice} x={slice + 0.1} width={0.8} y={1 - logs / most} height={logs / most} />
                ))}
              </svg>
              {plural(person.logs, 'log')}, {textOf(person.slices[0]?.slice ?? 0, person.slices.at(-1)?.slice)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** By goal, in the order of the plan. */
function Done({ person, tasks }: { person: Person; tasks: readonly Task[] }) {
  const known = tasks.flatMap(task => {
    const done = person.tasks[task.uuid]
    return done ? [{ ...task, done }] : []
  })
  const others = Object.keys(person.tasks).filter(uuid => known.every(task => task.uuid !== uuid)).length
  return (
    <ul>
      {known.map(({ uuid, title, unit, done: { amount, distance, duration } }) => {
        const words = [
          amount ? amountText(amount, unit) : '',
          distance ? distanceText(distance) : '',
          duration ? lengthText(duration) : ''
        ].filter(Boolean)
        return (
          <li key={uuid}>
            {title}
            {words.length > 0 && `: ${words.join(', ')}`}
          </li>
        )
      })}
      {others > 0 && <li>Something else</li>}
    </ul>
  )
}
