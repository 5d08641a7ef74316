import { Link, useNavigate } from 'react-router'
import type { GroupData } from '../../domain/groups/api.ts'
import type { Together } from '../../domain/groups/together.ts'
import { endInGroup, followWithGroup } from '../../domain/programmes/api.ts'
import { Faces } from '../faces/Faces.tsx'
import { call } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import classes from './GroupTogether.module.css'

type Run = Together['programmes'][number]

/** The programmes of a group: its week, the faces of those who did this week, and a button to join. */
export function GroupProgrammes({ data: { together, isOwner } }: { data: Pick<GroupData, 'together' | 'isOwner'> }) {
  return (
    <section aria-label="Programmes">
      <h2 className={classes.heading}>Programmes</h2>
      <ul className={classes.series}>
        {together.programmes.map(run => (
          <li key={run.id}>
            <Link to={run.my_path ?? run.path} className={classes.next}>
              <strong>{run.title}</strong>
              <span>
                Week {run.week} of {run.weeks_count}
              </span>
              <span className={classes.regulars}>
                <Faces usernames={run.people} size={28} />
                {run.done_count} of {run.people_count} did this week
              </span>
            </Link>
            {run.my_path === null && <Join run={run} />}
            {isOwner && <End run={run} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Join({ run }: { run: Run }) {
  const navigate = useNavigate()
  const join = async (): Promise<void> => {
    const { path } = await call(followWithGroup, { params: { run: String(run.id) } })
    await reloadAllPages()
    await navigate(path)
  }
  return (
    <ActionButton fullWidth variant="light" mt="xs" action={join} aria-label={`Join ${run.title}`}>
      Join
    </ActionButton>
  )
}

function End({ run }: { run: Run }) {
  const end = async (): Promise<void> => {
    await call(endInGroup, { params: { run: String(run.id) } })
    await reloadAllPages()
  }
  return (
    <ConfirmButton
      label="End for the group"
      button={{ variant: 'subtle', mt: 'xs', 'aria-label': `End ${run.title} for the group` }}
      title={`End ${run.title} for the group?`}
      confirm="End it"
      onConfirm={end}
    >
      Everyone who follows it can go on alone.
    </ConfirmButton>
  )
}
