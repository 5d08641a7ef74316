import { Face } from './Face.tsx'
import classes from './Faces.module.css'

/** Overlapping faces. Hidden from screen readers, so a count or names stand next to them. */
export function Faces({ usernames }: { usernames: readonly string[] }) {
  return (
    <span className={classes.faces} aria-hidden>
      {usernames.map(username => (
        <span key={username} className={classes.face}>
          <Face username={username} size={36} />
        </span>
      ))}
    </span>
  )
}
