import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { shortDuration } from '../../../domain/lib/duration.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { toggleCheer } from '../../cheers/cheers.ts'
import { Face } from '../../faces/Face.tsx'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { CheerButton } from '../../ui/CheerButton.tsx'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import { type Happening, happenings, type RoomWithLogs } from './happenings.ts'
import classes from './Stream.module.css'

const FIRST = 5
const MOST = 20

interface Props {
  data: RoomWithLogs
  clock: SessionClock
  /** "wall" has no buttons, because nobody can press them there. */
  look?: 'list' | 'wall'
}

/** The latest logs, joins and started parts, newest first. A log of someone else has a button that cheers. */
export function Stream({ data, clock, look = 'list' }: Props) {
  const now = useNow(60_000)
  const distances = useDistanceUnit()
  const muted = useUser()?.muted ?? []
  const [isWhole, setIsWhole] = useState(false)
  const all = happenings(data, clock, MOST, distances).filter(one => !muted.includes(whoOf(one) ?? ''))
  if (clock.status === SessionStatus.NotStarted || all.length === 0) return null
  const isWall = look === 'wall'
  const shown = isWhole || all.length <= FIRST + 1 ? all : all.slice(0, FIRST)
  return (
    <section aria-label="Just now" data-look={look}>
      <h2 className={classes.heading}>Just now</h2>
      <ul className={classes.list}>
        {shown.map(one => (
          <Row key={one.key} username={whoOf(one)} ago={agoText(now - one.at)}>
            <span className={classes.words}>{wordsOf(one)}</span>
            {one.kind === 'log' && !isWall && (
              <CheerButton
                username={one.log.username}
                cheers={one.log.cheers}
                cheered={one.log.cheered}
                what={one.what || one.goal}
                onPress={() => toggleCheer(data, one.log)}
              />
            )}
          </Row>
        ))}
      </ul>
      {shown.length < all.length && !isWall && (
        <Button variant="default" mt="sm" onClick={() => setIsWhole(true)}>
          Show {all.length - shown.length} more
        </Button>
      )}
    </section>
  )
}

function Row({ username, ago, children }: { username: string | null; ago: string; children: ReactNode }) {
  return (
    <li className={classes.row}>
      {username ? <Face username={username} size={32} /> : <span className={classes.dot} aria-hidden />}
      {children}
      <span className={classes.ago}>{ago}</span>
    </li>
  )
}

function wordsOf(one: Happening): ReactNode {
  if (one.kind === 'part') {
    return (
      <>
        <strong>{one.title}</strong> began
      </>
    )
  }
  if (one.kind === 'join') {
    return (
      <>
        <PersonLink username={one.username} /> joined
      </>
    )
  }
  return (
    <>
      <PersonLink username={one.log.username} /> {one.what ? <strong>{one.what}</strong> : 'logged'}
      {one.goal && ` · ${one.goal}`}
    </>
  )
}

function whoOf(one: Happening): string | null {
  if (one.kind === 'part') return null
  return one.kind === 'log' ? one.log.username : one.username
}

function agoText(ms: number): string {
  return ms < 60_000 ? 'now' : `${shortDuration(Math.floor(ms / 60_000) * 60)} ago`
}
