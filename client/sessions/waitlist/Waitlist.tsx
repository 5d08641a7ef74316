import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endWaitlist, listWaitlist, type SessionData } from '../../../domain/sessions/api.ts'
import { patchSession } from '../../../domain/sessions/builder-api.ts'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/user.ts'
import type { RoomPage } from '../../live/apply-event.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import classes from './Waitlist.module.css'
import { WaitlistRow } from './WaitlistRow.tsx'

/** Lists the people who wait for a place. Hosts and those people see it (D-151). */
export function Waitlist({ data }: { data: RoomPage }) {
  const { challengeEvent: session, waitlist, waitlistSeq, isOwner } = data
  const { id, slug } = session
  const { data: list, refetch } = useQuery({
    queryKey: ['waitlist', slug],
    queryFn: () => call(listWaitlist, { params: { event: slug } })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list is loaded again.
  useEffect(() => void refetch(), [waitlist, waitlistSeq])
  const reload = async (): Promise<void> => {
    await Promise.all([reloadRoomPages(id), refetch()])
  }
  const blocked = useUser()?.blocked ?? []
  const people = list?.people ?? []
  return (
    <section aria-labelledby="waitlist" className={classes.list}>
      <h2 id="waitlist">Waitlist</h2>
      <p className={classes.count}>{stateText(waitlist)}</p>
      {people.length > 0 && (
        <ol>
          {people.map((person, index) => (
            <WaitlistRow
              key={person.username}
              person={person}
              place={index - people.slice(0, index).filter(({ offered_until }) => offered_until !== null).length + 1}
              isHidden={blocked.includes(person.username)}
              isFirst={people.slice(0, index).every(({ offered_until }) => offered_until !== null)}
              slug={slug}
              isOwner={isOwner}
              reload={reload}
            />
          ))}
        </ol>
      )}
      {isOwner && <HostActions data={data} reload={reload} />}
    </section>
  )
}

function stateText({ is_open, waiting }: SessionData['waitlist']): string {
  const count = waiting === 0 ? 'Nobody is waiting' : `${waiting} waiting`
  return is_open ? `${count} · A free place goes to the first in line.` : `${count} · The waitlist has ended.`
}

function HostActions({ data: { challengeEvent, waitlist }, reload }: { data: RoomPage; reload: () => Promise<void> }) {
  const { slug, participant_limit } = challengeEvent
  const [isEnding, setEnding] = useState(false)
  async function setOpen(is_open: 0 | 1): Promise<void> {
    await call(endWaitlist, { params: { event: slug }, body: { is_open } })
    await reload()
  }
  async function addPlace(limit: number): Promise<void> {
    await call(patchSession, { params: { event: slug }, body: { challenge: { participant_limit: limit + 1 } } })
    await reload()
  }
  return (
    <Group gap="sm" mt="md">
      {participant_limit !== null && (
        <ActionButton variant="light" action={() => addPlace(participant_limit)}>
          Add a place
        </ActionButton>
      )}
      {waitlist.is_open === 1 ? (
        <Button variant="default" onClick={() => setEnding(true)}>
          End the waitlist
        </Button>
      ) : (
        <ActionButton variant="default" action={() => setOpen(1)}>
          Open the waitlist again
        </ActionButton>
      )}
      <ConfirmModal
        opened={isEnding}
        title="End the waitlist?"
        confirm="End the waitlist"
        onConfirm={() => setOpen(0)}
        onClose={() => setEnding(false)}
      >
        Everyone who waits is told, and nobody can join it until you open it again. Offers stay until they end.
      </ConfirmModal>
    </Group>
  )
}
