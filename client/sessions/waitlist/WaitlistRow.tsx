import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { moveUp, type WaitingPerson } from '../../../domain/sessions/api.ts'
import { Face } from '../../faces/Face.tsx'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { useSpokenName } from '../../ui/people/guest-name.ts'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import classes from './Waitlist.module.css'

const useTime = dateTexts({ hour: 'numeric', minute: '2-digit' })

interface PersonProps {
  person: WaitingPerson
  place: number
  isHidden: boolean
  isFirst: boolean
  slug: string
  isOwner: boolean
  reload: () => Promise<void>
}

export function WaitlistRow({ person, place, isHidden, isFirst, slug, isOwner, reload }: PersonProps) {
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
