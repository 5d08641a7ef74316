import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import { roomStreak, type Today } from '../../../domain/sessions/days.ts'
import { Face } from '../../faces/Face.tsx'
import { useUser } from '../../lib/user.ts'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import classes from './TodayPanel.module.css'

/** The people who have logged today, and the room's streak in days. */
export function Together({ today, count }: { today: Today; count: number }) {
  const user = useUser()
  const streak = roomStreak(today.days, today.day)
  const named = today.done_by.filter(username => !user?.muted.includes(username))
  return (
    <div className={classes.together}>
      <p className={classes.done}>
        {named.length > 0 && (
          <span className={classes.faces} aria-hidden>
            {named.slice(0, 5).map(username => (
              <Face key={username} username={username} size={32} />
            ))}
          </span>
        )}
        <span>
          {named.length === 0 ? (
            'Nobody has logged today. Be the first.'
          ) : (
            <>
              {today.done_count} of {count} logged today:{' '}
              <Names names={named} more={today.done_count - Math.min(2, named.length)} />
            </>
          )}
        </span>
      </p>
      {streak > 1 && user?.streaks !== 0 && (
        <p className={classes.streak}>
          <IconFlame size={22} aria-hidden />
          <span>
            <strong>{streak} days</strong> in a row, together
          </span>
        </p>
      )}
    </div>
  )
}

function Names({ names, more }: { names: readonly string[]; more: number }) {
  const [first, second] = names
  return (
    <>
      {first && <PersonLink username={first} />}
      {second && (
        <>
          {more > 0 ? ', ' : ' and '}
          <PersonLink username={second} />
        </>
      )}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
