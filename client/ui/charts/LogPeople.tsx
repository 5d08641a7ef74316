import { distanceText } from '../../../domain/lib/distance.ts'
import { amountText, lengthText, plural } from '../../../domain/lib/duration.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { Pager, pageOf } from '../Pager.tsx'
import { PersonLink } from '../people/PersonLink.tsx'
import classes from './over-time.module.css'

interface Person {
  username: string
  logs: number
  slices: readonly { slice: number; logs: number }[]
}

/** A person's amounts for one goal. */
interface Done {
  title: string
  unit: string
  amount: number
  distance: number
  duration: number
}

interface Props<P extends Person> {
  /** The people of a page, and one more if there is a next page. */
  people: readonly P[]
  /** The number of slices that the time is divided into. */
  count: number
  textOf: (first: number, last?: number) => string
  /** A person's amounts for each goal, and whether they logged anything else. */
  didOf: (person: P) => { did: Done[]; hasOthers: boolean }
}

/** The people of a page, those with the most logs first: what each one logged, and when. */
export function LogPeople<P extends Person>({ people, count, textOf, didOf }: Props<P>) {
  const shown = pageOf(people)
  // All rows share one scale.
  const most = Math.max(...shown.flatMap(({ slices }) => slices.map(({ logs }) => logs)))
  return (
    <>
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
          {shown.map(person => (
            <tr key={person.username}>
              <th scope="row">
                <PersonLink username={person.username} />
              </th>
              <td>
                <Did {...didOf(person)} />
              </td>
              <td>
                <svg className={classes.strip} viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" aria-hidden>
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
      <Pager rows={people} />
    </>
  )
}

function Did({ did, hasOthers }: { did: Done[]; hasOthers: boolean }) {
  const distances = useDistanceUnit()
  return (
    <ul>
      {did.map(({ title, unit, amount, distance, duration }) => {
        const words = [
          amount ? amountText(amount, unit) : '',
          distance ? distanceText(distance, distances) : '',
          duration ? lengthText(duration) : ''
        ].filter(Boolean)
        return (
          <li key={`${title} ${unit}`}>
            {title}
            {words.length > 0 && `: ${words.join(', ')}`}
          </li>
        )
      })}
      {hasOthers && <li>Something else</li>}
    </ul>
  )
}
