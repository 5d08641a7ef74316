import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { DataOf } from '../../domain/lib/page.ts'
import type { Follow, followPage } from '../../domain/programmes/api.ts'
import { Face } from '../faces/Face.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import classes from './Programmes.module.css'

interface Props {
  together: NonNullable<DataOf<typeof followPage>['together']>
  group: NonNullable<Follow['group']>
}

/** How the members of a group do in their weeks. */
export function TogetherHere({ together, group }: Props) {
  const finished = together.filter(({ done, units }) => done >= units).length
  return (
    <section aria-labelledby="together">
      <h2 id="together">
        With{' '}
        <Anchor component={Link} to={group.path} inherit>
          {group.title}
        </Anchor>
      </h2>
      <p>
        {finished} of {together.length} did all units of their week.
      </p>
      <ul className={classes.people}>
        {together.map(({ username, week, done, units }) => (
          <li key={username}>
            <Face username={username} size={32} />
            <PersonLink username={username} />
            <span>
              {done} of {units} in week {week}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
