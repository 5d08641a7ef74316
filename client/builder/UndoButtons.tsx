import { ActionIcon, VisuallyHidden } from '@mantine/core'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import { type KeyboardEvent, useState } from 'react'
import classes from './Builder.module.css'
import { type BuilderStore, useBuilder, useBuilderStore } from './builder.ts'

/** Takes back and makes again every change of the form, one step at a time. */
export function UndoButtons() {
  const { undo, redo } = useBuilderStore().get()
  const done = useBuilder(({ history }) => history.done.length)
  const undone = useBuilder(({ history }) => history.undone.length)
  const [said, setSaid] = useState('')
  return (
    <div className={classes.undo}>
      <ActionIcon
        variant="default"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        // A button that is disabled loses the focus.
        aria-disabled={done === 0}
        onClick={() => {
          setSaid(done > 0 ? `Undone. ${stepsText(done - 1)}` : 'Nothing to undo.')
          undo()
        }}
      >
        <IconArrowBackUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        aria-disabled={undone === 0}
        onClick={() => {
          setSaid(undone > 0 ? 'Done again.' : 'Nothing to redo.')
          redo()
        }}
      >
        <IconArrowForwardUp size={20} aria-hidden />
      </ActionIcon>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function stepsText(count: number): string {
  return count === 0
    ? 'This was the first change.'
    : `${count} more ${count === 1 ? 'change' : 'changes'} can be undone.`
}

/**
 * Ctrl+Z, and with Shift or as Ctrl+Y forwards; Cmd on a Mac. Also in a text field, whose own memory knows nothing of
 * what else was changed. The rich text editor takes back what was typed into it last.
 */
export function undoByKey(event: KeyboardEvent<HTMLElement>, { get }: BuilderStore): void {
  const key = event.key.toLowerCase()
  const isUndo = key === 'z' && !event.shiftKey
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isUndo || isRedo)) return
  // Dialogs are children for React alone.
  if (!(event.target instanceof HTMLElement && event.currentTarget.contains(event.target))) return
  const { history, undo, redo } = get()
  const step = isUndo ? undo : redo
  if (event.target.isContentEditable && history.done.at(-1)?.field === event.target) {
    // Once the editor has nothing left, it does nothing.
    setTimeout(() => get().history === history && step())
    return
  }
  event.preventDefault()
  event.stopPropagation()
  step()
}
