import { Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useState } from 'react'
import { clockFace } from '../../../domain/lib/duration.ts'
import type { Session, SessionData } from '../../../domain/sessions/api.ts'
import { type ActivePart, hasTurnAhead, mayContribute, type SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { peopleOf } from '../../live/clock/session-clock.ts'
import { useSpokenName } from '../../ui/people/guest-name.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import { ContributeForm } from './ContributeForm.tsx'
import classes from './EditableParts.module.css'
import { EditPartText } from './EditPartText.tsx'

type Part = Session['parts'][number]['parts'][number]

/**
 * Running parts with turns or with a text that people write together (TMR-06..TMR-08). Text that was typed for a part
 * stays visible after the part is over, until it is discarded.
 */
export function EditableParts({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const active = clock.status === SessionStatus.Running ? clock.groups.flatMap(group => group.active) : []
  return data.challengeEvent.parts.flatMap((group, index) =>
    group.parts.map(part => {
      const at = active.find(({ uuid }) => uuid === part.uuid)
      const view = clock.groups[index]
      const set = view?.set ?? 1
      if (at && (at.turn || part.edit_content)) {
        return (
          <EditablePart key={part.uuid} part={part} at={at} set={set} sets={group.sets} data={data} clock={clock} />
        )
      }
      if (!part.edit_content) return null
      const isAhead = view?.parts.find(({ uuid }) => uuid === part.uuid)?.state === 'waiting' || set < group.sets
      return (
        <ContributeForm
          key={part.uuid}
          session={data.challengeEvent}
          part={part.uuid}
          mayWrite={false}
          comesAgain={() => clock.status !== SessionStatus.Ended && isAhead}
          label={`Your text for ${part.title || 'a part that’s over'}`}
        />
      )
    })
  )
}

interface Props {
  part: Part
  at: ActivePart
  /** The number of the group's running set. `sets` is how many there are. */
  set: number
  sets: number
  data: SessionData
  clock: SessionClock
}

function EditablePart({ part, at, set, sets, data, clock }: Props) {
  const { challengeEvent: session, me, isOwner } = data
  const [editing, setEditing] = useState(false)
  const username = useUser()?.username ?? ''
  const isMine = me !== null && at.turn?.username === username
  const turnName = useSpokenName(at.turn?.username ?? '')
  const comesAgain = (): boolean =>
    set < sets || !at.turn || hasTurnAhead({ part, set, startsAt: at.startsAt }, peopleOf(data), serverNow(), username)
  const mayWrite = part.edit_content === 1 && me !== null && mayContribute(clock, part.uuid, username)
  return (
    <section className={classes.part} data-mine={isMine || undefined} aria-label={part.title || 'Writing together'}>
      {at.turn && (
        <p className={classes.turn}>
          <strong>{isMine ? 'It’s your turn' : `${turnName}’s turn`}</strong>
          <span className={classes.left}>{clockFace(at.turn.remaining)}</span>
        </p>
      )}
      {part.edit_content === 1 && part.edit_prompt && <p className={classes.prompt}>{part.edit_prompt}</p>}
      {part.edit_content === 1 &&
        (editing ? (
          <EditPartText session={session} part={part} onDone={() => setEditing(false)} />
        ) : (
          <>
            {part.content ? <RichText html={part.content} /> : <p className={classes.empty}>Nothing written yet.</p>}
            {isOwner && (
              <Button
                variant="subtle"
                className={classes.edit}
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit the text
              </Button>
            )}
          </>
        ))}
      <ContributeForm
        session={session}
        part={part.uuid}
        mayWrite={mayWrite}
        comesAgain={comesAgain}
        label="Your text"
      />
    </section>
  )
}
