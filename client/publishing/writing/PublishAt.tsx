import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wallClock } from '../../../domain/lib/day.ts'
import { type Item, ItemStatus } from '../../../domain/publishing/item.ts'
import { localTimeOf } from '../../../domain/publishing/publish-at.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useUser } from '../../lib/user.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import classes from '../publishing.module.css'
import { updateItem } from '../publishing.ts'

const useWhen = dateTexts({ dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

interface FieldProps {
  /** Such as "2026-01-31T18:30"; '' for none. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** When an item becomes public, by the clock of the person's zone. */
export function PublishAtField({ value, error, onChange }: FieldProps) {
  const zone = useUser()?.time_zone ?? 'UTC'
  return (
    <TextInput
      type="datetime-local"
      size="md"
      label="Publish at"
      description={`In your time zone, ${zone}. Until then only you can see it.`}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Shows when an unpublished item becomes public, and changes or cancels that. */
export function PublishAt({ item }: { item: Item }) {
  const zone = useUser()?.time_zone ?? 'UTC'
  const [isOpen, setIsOpen] = useState(false)
  const when = useWhen()
  const at = item.publish_at === null ? null : Date.parse(item.publish_at)
  const cancelling = useAction()
  if (item.status === ItemStatus.Published || item.is_taken_down === 1) return null
  if (isOpen) return <Choosing item={item} zone={zone} onDone={() => setIsOpen(false)} />
  if (at === null) {
    return (
      <p className={classes.later}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Publish later
        </Button>
      </p>
    )
  }
  return (
    <div className={classes.later}>
      <p role="status">
        This will be published on {when(wallClock(at, zone))}. Until then only you can see it.
        {cancelling.refusal && ` ${cancelling.refusal}`}
      </p>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Change the time
      </Button>
      <Button
        variant="default"
        loading={cancelling.busy}
        onClick={() => void cancelling.run(() => updateItem(item.id, { publish_at: null }))}
      >
        Don’t publish then
      </Button>
    </div>
  )
}

interface ChoosingProps {
  item: Item
  zone: string
  onDone: () => void
}

function Choosing({ item, zone, onDone }: ChoosingProps) {
  const [local, setLocal] = useState(() => (item.publish_at ? localTimeOf(Date.parse(item.publish_at), zone) : ''))
  const [error, setError] = useState<string>()
  const { busy, run } = useAction(refused => {
    setError(errorsByField(refused)['itemData.publish_at'] ?? messageOf(refused))
    return null
  })

  function submit(): void {
    if (!local) setError('Choose a date and a time.')
    else {
      void run(async () => {
        await updateItem(item.id, { publish_at: local })
        onDone()
      })
    }
  }

  return (
    <Form
      takesFocus
      className={classes.later}
      aria-label={`When to publish ${item.title}`}
      busy={busy}
      onSubmit={submit}
    >
      <PublishAtField
        value={local}
        error={error}
        onChange={value => {
          setLocal(value)
          setError(undefined)
        }}
      />
      <Button type="submit" loading={busy}>
        Publish then
      </Button>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
    </Form>
  )
}
