import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { REQUIRED } from '../../../domain/lib/fields.ts'
import {
  endWaitlist,
  listWaitlist,
  moveUp,
  type SessionData,
  type WaitingPerson
} from '../../../domain/sessions/api.ts'
import { patchSession } from '../../../domain/sessions/builder-api.ts'
import { Face } from '../../faces/Face.tsx'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useUser } from '../../lib/user.ts'
import type { RoomPage } from '../../live/apply-event.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { useSpokenName } from '../../ui/people/guest-name.ts'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import classes from './Waitlist.module.css'

const useTime = dateTexts({ hour: 'numeric', minute: '2-digit' })

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
            <Person
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
  const count = waiting === 0 ? 'Nobody waits' : `${waiting} waiting`
  return is_open ? `${count} · A free place goes to the first in line.` : `${count} · The waitlist has ended.`
}

interface PersonProps {
  person: WaitingPerson
  place: number
  isHidden: boolean
  isFirst: boolean
  slug: string
  isOwner: boolean
  reload: () => Promise<void>
}

function Person({ person, place, isHidden, isFirst, slug, isOwner, reload }: PersonProps) {
  const { username, moved_reason, offered_until } = person
  const [isMoving, setMoving] = useState(false)
  const time = useTime()
  const name = useSpokenName(username)
  return (
    <li>
      <span className={classes.place} aria-hidden>
        {offered_until === null ? place : '✓'}
      </span>
      {!isHidden && <Face username={username} size={36} />}
      <span className={classes.who}>
        {isHidden ? 'Someone you blocked' : <PersonLink username={username} />}
        {offered_until !== null && (
          <span className={classes.facts}>has an offer until {time(Date.parse(offered_until))}</span>
        )}
        {moved_reason !== null && <span className={classes.facts}>moved to the front: “{moved_reason}”</span>}
      </span>
      {isOwner && offered_until === null && !isFirst && (
        <Button variant="default" onClick={() => setMoving(true)} aria-label={`Move ${name} to the front`}>
          Move up
        </Button>
      )}
      <Dialog opened={isMoving} onClose={() => setMoving(false)} title={`Move ${name} to the front?`} size="26rem">
        <MoveForm slug={slug} username={username} reload={reload} onDone={() => setMoving(false)} />
      </Dialog>
    </li>
  )
}

interface MoveProps {
  slug: string
  username: string
  reload: () => Promise<void>
  onDone: () => void
}

function MoveForm({ slug, username, reload, onDone }: MoveProps) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: reason => (reason.trim() ? null : REQUIRED) }
  })
  const refusal = useRefusal(form)
  async function move({ reason }: { reason: string }): Promise<void> {
    await call(moveUp, { params: { event: slug, username }, body: { reason } })
    await reload()
    onDone()
  }
  return (
    <Form onSubmit={form.onSubmit(refusal.guard(move))}>
      <TextInput
        label="Reason"
        description="Everyone who waits sees it."
        maxLength={200}
        withAsterisk
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Move to the front" onCancel={onDone} mt="lg" />
    </Form>
  )
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
