import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconCalendarX from '@tabler/icons-react/dist/esm/icons/IconCalendarX.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconDoorEnter from '@tabler/icons-react/dist/esm/icons/IconDoorEnter.mjs'
import IconDoorExit from '@tabler/icons-react/dist/esm/icons/IconDoorExit.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import { isAdmin } from '../../domain/accounts/user.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { mayJoin, peopleIn } from '../../domain/sessions/people/join.ts'
import { mayTakeBack } from '../../domain/sessions/people/permissions.ts'
import { offersReady } from '../../domain/sessions/people/readiness.ts'
import { mayCancel, mayStart } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { SiteItems } from '../accounts/SiteItems.tsx'
import { requireSignIn } from '../accounts/sign-in.ts'
import { getUser, useUser } from '../lib/user.ts'
import { setCounts, useCounts } from '../live/clock/sound.ts'
import { joinFirst } from '../live/join/as-member.ts'
import { joinSession } from '../live/join/join.ts'
import { ReportItems } from '../moderation/ReportItems.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { late } from '../ui/loading/late.tsx'
import { useIsPhone } from '../ui/media.ts'
import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { MenuDivider, MenuItem, NotedItem } from '../ui/menu/MenuItem.tsx'
import { EndQuestion } from './hosting/EndQuestion.tsx'
import { hostAgain } from './hosting/hosting.ts'
import { Invite } from './lobby/Invite.tsx'
import {
  cancelSession,
  completeSession,
  leaveSession,
  resetSession,
  runFromMenu,
  setReady,
  startSession
} from './sessions.ts'

const PlanAsText = late(async () => (await import('../activities/plan/PlanAsText.tsx')).PlanAsText)
const RepeatDialog = late(async () => (await import('./repeat/RepeatDialog.tsx')).RepeatDialog)

/** The menu of the header (SES-030..SES-033). */
export function SessionMenu({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session, me, isOwner, isRemoved } = data
  const [asking, setAsking] = useState<'leave' | 'end' | 'cancel' | 'reset' | 'invite' | 'repeat' | 'text' | null>(null)
  const isCreator = me?.is_creator === 1
  const isCounted = useCounts()
  const isPhone = useIsPhone()
  const canJoin = offersJoin(data, clock)
  const canEnd = isOwner && clock.status === SessionStatus.Running
  const canCancel = isOwner && mayCancel({ status: clock.status }).ok
  const canReset = isAdmin(useUser())
  const canRepeat = isOwner && !session.series && clock.status === SessionStatus.NotStarted && clock.startsAt !== null
  const hasPlan = !isRemoved && (session.parts.length > 0 || session.tasks.length > 0)
  const isOpen = clock.status !== SessionStatus.Ended && !session.is_preset && !isRemoved
  const canHostAgain =
    me !== null &&
    mayTakeBack({ role: me.role, isCreator: me.is_creator === 1, wasHost: me.was_host === 1 }, clock.status)
  const canBeReady = offersReady({ ...session, status: clock.status }, isRemoved)
  return (
    <>
      <DotsMenu label="Session menu" framed>
        {canJoin && (
          <MenuItem leftSection={<IconDoorEnter size={20} />} onClick={() => joinSession(session)}>
            Join
          </MenuItem>
        )}
        {offersStart(data, clock) && (
          <MenuItem leftSection={<IconPlayerPlay size={20} />} onClick={() => runFromMenu(() => startSession(session))}>
            Start Session
          </MenuItem>
        )}
        {isOpen && (
          <MenuItem leftSection={<IconUserPlus size={20} />} onClick={() => setAsking('invite')}>
            Invite
          </MenuItem>
        )}
        {isOpen && (
          <MenuItem leftSection={<IconBell size={20} />} onClick={() => setCounts(!isCounted)}>
            {isCounted ? 'Turn off the countdown beeps' : 'Turn on the countdown beeps'}
          </MenuItem>
        )}
        {isOwner && (
          <MenuItem component={Link} to={`/events/${session.slug}/update`} leftSection={<IconPencil size={20} />}>
            Update
          </MenuItem>
        )}
        {canRepeat && !session.is_preset && (
          <MenuItem leftSection={<IconRepeat size={20} />} onClick={() => setAsking('repeat')}>
            Make it repeat
          </MenuItem>
        )}
        {session.series && (
          <MenuItem component={Link} to={session.series.path} leftSection={<IconRepeat size={20} />}>
            All dates
          </MenuItem>
        )}
        {hasPlan && (
          <MenuItem leftSection={<IconAlignLeft size={20} />} onClick={() => setAsking('text')}>
            Plan as text
          </MenuItem>
        )}
        {canBeReady && (
          <MenuItem leftSection={<IconCheck size={20} />} onClick={() => toggleReady(data)}>
            {me?.is_ready ? 'Not Ready' : 'Ready'}
          </MenuItem>
        )}
        {canHostAgain && (
          <MenuItem leftSection={<IconKey size={20} />} onClick={() => runFromMenu(() => hostAgain(session))}>
            Host again
          </MenuItem>
        )}
        {(me || canEnd || canCancel || canReset) && <MenuDivider />}
        {me && clock.status === SessionStatus.Running && me.completed_at === null && (
          <NotedItem
            label="Complete"
            note="Marks you as done. You stay in."
            icon={<IconCircleCheck size={20} />}
            onClick={() => runFromMenu(() => completeSession(session))}
          />
        )}
        {me && (
          <NotedItem
            label="Leave"
            note="You give up your spot."
            icon={<IconDoorExit size={20} />}
            onClick={() => setAsking('leave')}
          />
        )}
        {canEnd && (
          <NotedItem
            label="End Session"
            note="It ends for everyone."
            icon={<IconFlag size={20} />}
            onClick={() => setAsking('end')}
          />
        )}
        {canCancel && (
          <NotedItem
            label="Cancel Session"
            note="It won’t take place."
            icon={<IconCalendarX size={20} />}
            onClick={() => setAsking('cancel')}
          />
        )}
        {canReset && (
          <NotedItem
            label="Reset challenge"
            note="Back to the start for everyone."
            icon={<IconRotate size={20} />}
            onClick={() => setAsking('reset')}
          />
        )}
        {!isCreator && <ReportItems about={{ kind: 'session', id: session.id }} />}
        {isPhone && <SiteItems />}
      </DotsMenu>
      <Invite session={{ ...session, isOwner }} opened={asking === 'invite'} onClose={() => setAsking(null)} />
      {asking === 'repeat' && <RepeatDialog session={session} opened onClose={() => setAsking(null)} />}
      {asking === 'text' && <PlanAsText plan={session} opened onClose={() => setAsking(null)} />}
      <ConfirmModal
        opened={asking === 'leave'}
        title="Leave this session?"
        confirm="Leave"
        onConfirm={() => leaveSession(session)}
        onClose={() => setAsking(null)}
      >
        You give up your spot, and your running timers stop. You keep what you logged. You can come back without paying
        again.
        {clock.status === SessionStatus.NotStarted &&
          !session.is_preset &&
          peopleIn(session) === 1 &&
          ' Nobody else is in, so leaving cancels it.'}
      </ConfirmModal>
      <EndQuestion session={session} opened={asking === 'end'} onClose={() => setAsking(null)} />
      <ConfirmModal
        opened={asking === 'cancel'}
        title="Cancel this session?"
        confirm="Cancel Session"
        keep="Keep it"
        onConfirm={() => cancelSession(session)}
        onClose={() => setAsking(null)}
      >
        It won’t take place, and its page disappears for everyone. We tell anyone who’s looking at it. Nobody gets a
        refund for joining. This can’t be undone.
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'reset'}
        title="Reset this session?"
        confirm="Reset"
        onConfirm={() => resetSession(session)}
        onClose={() => setAsking(null)}
      >
        It goes back to the start for everyone, and waits to be started again.
      </ConfirmModal>
    </>
  )
}

/** Only members can be ready: a visitor signs in and a non-member joins first (SES-082, SES-091). */
function toggleReady({ challengeEvent: session, me }: SessionData): void {
  const ready = (): void => void runFromMenu(() => setReady(session, !me?.is_ready))
  if (getUser() && !me) joinFirst(session, ready)
  else requireSignIn('to join a session', ready)
}

/** False if the session is full, has ended or is a template, or if a host removed the person. */
export function offersJoin(
  { challengeEvent, me, isRemoved }: SessionData,
  { status }: Pick<SessionClock, 'status'>
): boolean {
  return mayJoin({ ...challengeEvent, status }, { joined: me !== null, removed: isRemoved })
}

/** True only for the host of a session that waits for its host to start it (SES-047, SES-067). */
export function offersStart(data: SessionData, clock: Pick<SessionClock, 'status'>): boolean {
  const { started_at, is_manually_started } = data.challengeEvent
  return data.isOwner && mayStart({ status: clock.status, started_at, is_manually_started }).ok
}
