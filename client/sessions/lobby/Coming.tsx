import { Group } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { type Answers, answerSession, type SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { Answer } from '../../../domain/sessions/people/answers.ts'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/user.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from './Lobby.module.css'

/** The people of a date say whether they come (D-150). A person who can’t make it gives their place to someone else. */
export function Coming({ data, clock }: { data: SessionData & { answers: Answers }; clock: SessionClock }) {
  const { challengeEvent: session, me, answers, isOwner } = data
  const blocked = useUser()?.blocked ?? []
  const isAsked = me !== null && !isOwner && session.series !== undefined && clock.startsAt !== null
  const declined = answers.declined.filter(username => !blocked.includes(username))
  if (!isAsked && declined.length === 0 && answers.coming.length === 0) return null
  const say = async (is_coming: 0 | 1) => {
    await call(answerSession, { params: { event: session.slug }, body: { is_coming } })
    await reloadRoomPages(session.id)
    if (!is_coming) toast.success('Your place is free for someone else. Join again if you can come.', { id: 'answer' })
  }
  const comes = answers.mine === Answer.Coming
  return (
    <>
      {isAsked && (
        <Group gap="sm" justify="center" role="group" aria-label="Do you come?">
          <ActionButton
            size="md"
            variant={comes ? 'light' : 'default'}
            aria-pressed={comes}
            leftSection={comes ? <IconCheck size={20} aria-hidden /> : undefined}
            action={() => say(1)}
          >
            Coming
          </ActionButton>
          <ActionButton size="md" variant="default" action={() => say(0)}>
            Can’t make it
          </ActionButton>
        </Group>
      )}
      {answers.coming.length > 0 && <p className={classes.label}>{comingText(answers.coming.length)}</p>}
      {declined.length > 0 && <p className={classes.label}>Can’t make it: {declined.join(', ')}</p>}
    </>
  )
}

function comingText(count: number): string {
  return count === 1 ? '1 person says they’re coming' : `${count} people say they’re coming`
}
