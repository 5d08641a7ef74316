import { Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useState } from 'react'
import { clockFace } from '../../../domain/lib/duration.ts'
import type { Session, SessionData } from '../../../domain/sessions/api.ts'
import { type ActivePart, mayContribute, type SessionClock } from '../../../domain/sessions/clock.ts'
import { useUser } from '../../lib/user.ts'
import { RichText } from '../../ui/RichText.tsx'
import { ContributeForm } from './ContributeForm.tsx'
import classes from './EditableParts.module.css'
import { EditPartText } from './EditPartText.tsx'

type Part = Session['parts'][number]['parts'][number]

/** Whose turn it is, and what the room writes together, while such a part runs (TMR-06..TMR-08). */
export function EditableParts({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const active = clock.status === 1 ? clock.groups.flatMap(group => group.active) : []
  const parts = data.challengeEvent.parts.flatMap(group => group.parts)
  return active.map(at => {
    const part = parts.find(({ uuid }) => uuid === at.uuid)
    if (!part || !(at.turn || part.edit_content)) return null
    return <EditablePart key={at.uuid} part={part} at={at} data={data} clock={clock} />
  })
}

interface Props {
  part: Part
  at: ActivePart
  data: SessionData
  clock: SessionClock
}

function EditablePart({ part, at, data, clock }: Props) {
  const { challengeEvent: session, me, isOwner } = data
  const [editing, setEditing] = useState(false)
  const username = useUser()?.username ?? ''
  const isMine = me !== null && at.turn?.username === username
  const mayWrite = part.edit_content === 1 && me !== null && mayContribute(clock, part.uuid, username)
  return (
    <section className={classes.part} data-mine={isMine || undefined} aria-label={part.title || 'Writing together'}>
      {at.turn && (
        <p className={classes.turn}>
          <strong role="status">{isMine ? 'It’s your turn' : `${at.turn.username}’s turn`}</strong>
          <span className={classes.left}>{clockFace(at.turn.remaining)}</span>
        </p>
      )}
      {part.edit_content === 1 && part.edit_prompt && <p className={classes.prompt}>{part.edit_prompt}</p>}
      {part.edit_content === 1 &&
        (editing ? (
          <EditPartText session={session} part={part} onDone={() => setEditing(false)} />
        ) : (
          <>
            {part.content ? <RichText html={part.content} /> : <p className={classes.empty}>Nothing is written yet.</p>}
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
      <ContributeForm session={session} part={part.uuid} mayWrite={mayWrite} label="Your text" />
    </section>
  )
}
