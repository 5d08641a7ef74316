import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { FollowingCard } from '../../domain/programmes/api.ts'
import classes from './Programmes.module.css'
import { progressText } from './progress-text.ts'

/** The programmes that I stopped, folded. The page of each has what I did, and a link to start again. */
export function StoppedProgrammes({ stopped }: { stopped: readonly FollowingCard[] }) {
  return (
    <details className={classes.stopped}>
      <summary>Stopped ({stopped.length})</summary>
      <ul>
        {stopped.map(one => (
          <li key={one.path}>
            <Anchor component={Link} to={one.path}>
              {one.title}
            </Anchor>
            <span>{progressText(one)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
