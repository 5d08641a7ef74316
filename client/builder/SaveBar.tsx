import { Button, Text } from '@mantine/core'
import { memo } from 'react'
import { shortDuration } from '../../domain/lib/duration.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import classes from './Builder.module.css'
import { useBuilder } from './builder.ts'
import { UndoButtons } from './UndoButtons.tsx'

interface Props {
  busy: boolean
  submit: string
  /** Why the form was not saved. */
  refused: string | null
}

/** The bar that is always visible, with the length of the plan and the save button. */
export function SaveBar({ busy, submit, refused }: Props) {
  const { form, isChanged, isKept, timeline } = useBuilder()
  const { total } = timeline
  const count = form.parts.reduce((sum, group) => sum + group.parts.length, 0)
  return (
    <div className={`${classes.saveBar} save-bar`}>
      <div>
        <strong>{total > 0 ? shortDuration(total) : 'No timed parts'}</strong>
        {count > 0 && <span className={classes.count}>{` · ${count} ${count === 1 ? 'part' : 'parts'}`}</span>}
        <FormMessage text={refused} />
        {!refused && (
          <Text c="dimmed" size="sm">
            {!isChanged ? 'No changes yet' : isKept ? 'Draft saved on this device' : NOT_KEPT}
          </Text>
        )}
      </div>
      <UndoButtons />
      <SaveButton busy={busy} submit={submit} />
    </div>
  )
}

// A change of the plan renders the bar again, but not this.
const SaveButton = memo(function SaveButton({ busy, submit }: Omit<Props, 'refused'>) {
  return (
    <Button type="submit" size="md" loading={busy}>
      {submit}
    </Button>
  )
})

const NOT_KEPT = 'Not saved yet. This browser has no room to keep it, so save before you leave.'
