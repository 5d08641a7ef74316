import { ActionIcon, Menu } from '@mantine/core'
import IconDoorEnter from '@tabler/icons-react/dist/esm/icons/IconDoorEnter.mjs'
import IconDoorExit from '@tabler/icons-react/dist/esm/icons/IconDoorExit.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useState } from 'react'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { joinSession } from './join.ts'
import { endSession, leaveSession, startSession } from './sessions.ts'

/** The menu of the header (SES-030..SES-033). Absent when it would be empty. */
export function SessionMenu({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session, me, isOwner } = data
  const [asking, setAsking] = useState<'leave' | 'end' | null>(null)
  const canJoin = offersJoin(data, clock)
  const canEnd = isOwner && clock.status === 1
  return (
    <>
      {(canJoin || me || canEnd) && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon aria-label="Session menu" variant="default">
              <IconDotsVertical size={22} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canJoin && (
              <Menu.Item leftSection={<IconDoorEnter size={20} />} onClick={() => joinSession(session)}>
                Join
              </Menu.Item>
            )}
            {offersStart(data, clock) && (
              <Menu.Item leftSection={<IconPlayerPlay size={20} />} onClick={() => void startSession(session)}>
                Start Session
              </Menu.Item>
            )}
            {canEnd && (
              <Menu.Item leftSection={<IconFlag size={20} />} onClick={() => setAsking('end')}>
                End Session
              </Menu.Item>
            )}
            {me && (
              <Menu.Item leftSection={<IconDoorExit size={20} />} onClick={() => setAsking('leave')}>
                Leave
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmModal
        opened={asking === 'leave'}
        title="Leave this session?"
        confirm="Leave"
        onConfirm={() => leaveSession(session)}
        onClose={() => setAsking(null)}
      >
        Your place becomes free and your running timers stop. What you logged stays yours. You can come back without
        paying again.
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'end'}
        title="End this session?"
        confirm="End Session"
        onConfirm={() => endSession(session)}
        onClose={() => setAsking(null)}
      >
        It ends now for everybody. This cannot be undone.
      </ConfirmModal>
    </>
  )
}

/** A full session still offers it and says that it is full; a template or one that has ended cannot be joined. */
export function offersJoin({ challengeEvent, me }: SessionData, clock: Pick<SessionClock, 'status'>): boolean {
  return me === null && clock.status !== 2 && !challengeEvent.is_preset
}

/** Host only, and only where the session waits for the host (SES-047, SES-067). */
export function offersStart(data: SessionData, clock: Pick<SessionClock, 'status' | 'startsAt'>): boolean {
  const { is_manually_started } = data.challengeEvent
  return data.isOwner && clock.status === 0 && clock.startsAt === null && is_manually_started === 1
}
