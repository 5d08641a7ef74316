import { Link } from 'react-router'
import { personPath } from '../../domain/publishing/person.ts'
import classes from './PersonLink.module.css'

/** A username, which leads to what its person writes (PUB-001). */
export function PersonLink({ username }: { username: string }) {
  return (
    <Link to={personPath(username)} className={classes.person}>
      {username}
    </Link>
  )
}
