import { TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { RichTextField } from '../../editor/RichTextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { GroupPicker } from '../GroupPicker.tsx'
import classes from '../publishing.module.css'
import type { ItemFields } from '../publishing.ts'

/** The author's username, and groups whose titles are known without a request. */
export interface Writer {
  username: string
  groups: readonly { id: number; title: string }[]
}

/** Labels and names for the dialog that chooses between two texts. */
export const labelsOf = ({ groups }: Writer) => ({
  labels: { content: 'Content', parent_id: 'Parent group' },
  nameOf: (_: string, group: number) => groups.find(({ id }) => id === group)?.title
})

interface Props {
  label: string
  writer: Writer
  fields: ItemFields
  errors: Record<string, string>
  refusal: string | null
  busy: boolean
  submit: string
  onChange: (change: Partial<ItemFields>) => void
  onSubmit: () => void
  /** What Ctrl+S does. By default it saves. */
  onKeep?: () => void
  /** The slug of the item, for its uploads; '' if it has none yet. */
  slug?: string
  /** Further fields. */
  more?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** Title, text and group of an item. The server validates them (PUB-023..PUB-028). */
export function ItemForm({ label, writer, fields, errors, slug = '', onChange, onKeep, ...props }: Props) {
  const { refusal, busy, submit, onSubmit, more, children } = props
  const group = writer.groups.find(({ id }) => id === fields.parent_id)

  function pressKey(event: KeyboardEvent<HTMLFormElement>): void {
    const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey
    if (!isSave || event.shiftKey) return
    event.preventDefault()
    if (onKeep) onKeep()
    else event.currentTarget.requestSubmit()
  }

  return (
    <Form takesFocus className={classes.form} aria-label={label} busy={busy} onSubmit={onSubmit} onKeyDown={pressKey}>
      <TextInput
        label="Title"
        size="md"
        dir="auto"
        maxLength={255}
        value={fields.title}
        error={errors.title}
        onChange={event => onChange({ title: event.currentTarget.value })}
      />
      <RichTextField
        label="Content"
        slug={slug}
        value={fields.content}
        error={errors.content}
        onChange={content => onChange({ content })}
      />
      <GroupPicker
        label="Parent group"
        value={group?.title ?? 'None'}
        username={writer.username}
        canCreate
        error={errors.parent_id}
        onChoose={({ id }) => onChange({ parent_id: id })}
      />
      {more}
      <FormEnd refusal={refusal} busy={busy} submit={submit} size="md">
        {children}
      </FormEnd>
    </Form>
  )
}
