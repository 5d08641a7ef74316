import type { SessionData } from '../../../domain/sessions/api.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { PersonName } from '../../ui/people/PersonName.tsx'
import { totalsText } from './goal-progress.ts'

const SHOWN = 10

/** SES-051: rendered but hidden (D-81). Computes nothing while it is hidden. */
export function RecentProgress({ data, hidden }: { data: SessionData; hidden: boolean }) {
  const { participants, challengeEvent } = data
  const distances = useDistanceUnit()
  const active = hidden ? [] : participants.filter(({ task_totals }) => Object.keys(task_totals).length > 0)
  return (
    <section aria-labelledby="recent-progress" hidden={hidden}>
      <h2 id="recent-progress">Recent Goal Progress</h2>
      <ul>
        {active.slice(-SHOWN).map(person => (
          <li key={person.username}>
            <PersonName username={person.username} />: {totalsText(person, challengeEvent, distances)}
          </li>
        ))}
      </ul>
    </section>
  )
}
