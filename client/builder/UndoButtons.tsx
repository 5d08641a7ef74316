import { VisuallyHidden } from '@mantine/core'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './Builder.module.css'
import { type BuilderStore, useBuilder, useBuilderStore } from './builder.ts'

/** Undoes and redoes every change of the form, one step at a time. */
export function UndoButtons() {
  const { undo, redo } = useBuilderStore().get()
  const done = useBuilder(({ history }) => history.done.length)
  const undone = useBuilder(({ history }) => history.undone.length)
  const [said, setSaid] = useState('')
  return (
    <div className={classes.undo}>
      <IconButton
        framed
        icon={IconArrowBackUp}
        label="Undo"
        title="Undo (Ctrl+Z)"
        // A disabled button would lose the focus.
        aria-disabled={done === 0}
        onClick={() => {
          setSaid(done > 0 ? `Undone. ${stepsText(done - 1)}` : 'Nothing to undo.')
          undo()
        }}
      />
      <IconButton
        framed
        icon={IconArrowForwardUp}
        label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        aria-disabled={undone === 0}
        onClick={() => {
          setSaid(undone > 0 ? 'Redone.' : 'Nothing to redo.')
          redo()
        }}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function stepsText(count: number): string {
  return count === 0
    ? 'That was the first change.'
    : `${count} more ${count === 1 ? 'change' : 'changes'} can be undone.`
}

/**
 * Ctrl+Z undoes, and Ctrl+Shift+Z or Ctrl+Y redoes; Cmd on a Mac. This also works in a text field, whose own undo knows
 * nothing of other changes. The rich text editor first undoes its own latest typing.
 */
export function undoByKey(event: KeyboardEvent<HTMLElement>, { get }: BuilderStore): void {
  const key = event.key.toLowerCase()
  const isUndo = key === 'z' && !event.shiftKey
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isUndo || isRedo)) return
  // React also passes on events of dialogs, which are elsewhere in the document.
  if (!(event.target instanceof HTMLElement && event.currentTarget.contains(event.target))) return
  const { history, undo, redo } = get()
  const step = isUndo ? undo : redo
  if (event.target.isContentEditable && history.done.at(-1)?.field === event.target) {
    // If the editor had nothing left to undo, the form has not changed, so undo a step of the form.
    setTimeout(() => get().history === history && step())
    return
  }
  event.preventDefault()
  event.stopPropagation()
  step()
}
