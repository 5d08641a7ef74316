import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDeviceFloppy from '@tabler/icons-react/dist/esm/icons/IconDeviceFloppy.mjs'
import IconNfc from '@tabler/icons-react/dist/esm/icons/IconNfc.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useRef, useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { pausedSince } from '../../domain/goals/pause.ts'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { askForTokens } from '../billing/purchase.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { type Making, newMaking } from '../lib/make-once.ts'
import { useOnceTrue } from '../lib/once-true.ts'
import { useUser } from '../lib/user.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { late } from '../ui/loading/late.tsx'
import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { MenuDivider, MenuItem } from '../ui/menu/MenuItem.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { toastUndo } from '../ui/toasts/toast-undo.ts'
import { inputOf } from './form/goal-body.ts'
import { congratulate } from './GoalReached.tsx'
import { createGoal, deleteGoal, pauseGoal, reopenGoal, restoreGoal, resumeGoal } from './goals.ts'
import { MoveItems, type Place } from './MoveItems.tsx'
import { LaterShareGoal } from './sharing/SharedWith.tsx'

const PressDialog = late(async () => (await import('../presses/PressDialog.tsx')).PressDialog)

interface Props {
  goal: Goal
  editing: boolean
  onEdit: () => void
  /** Submits the open form. */
  onSave: () => void
  onDeleted?: () => void
  place?: Place | undefined
}

export function GoalMenu({ goal, editing, onEdit, onSave, onDeleted, place }: Props) {
  const [deleting, setDeleting] = useState(false)
  const [sharing, setSharing] = useState(false)
  const [pressing, setPressing] = useState(false)
  const hasPressed = useOnceTrue(pressing)
  const copy = useRef(newMaking())
  const today = dayOf(useNow(60_000), useUser() ?? UTC)
  const isPaused = pausedSince(goal.pauses, today) !== null
  const completed = goal.status === GoalStatus.Completed

  async function duplicate(): Promise<void> {
    const made = await duplicateGoal(goal, copy)
    toast.success('Goal copied successfully!', { link: { label: 'View Goal', to: `/my/goals/${made.id}` } })
  }
  async function remove(): Promise<void> {
    await deleteGoal(goal)
    toastUndo(`Deleted “${goal.title}”.`, () => restoreGoal(goal))
    onDeleted?.()
  }

  return (
    <>
      <DotsMenu label={`Menu of ${goal.title}`} data-tour="additionalGoalFeatures">
        {editing ? (
          <MenuItem leftSection={<IconDeviceFloppy size={18} aria-hidden />} onClick={onSave}>
            Save
          </MenuItem>
        ) : (
          <MenuItem leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            Edit
          </MenuItem>
        )}
        <MenuItem leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void tell(duplicate)}>
          Duplicate
        </MenuItem>
        {completed ? (
          <MenuItem
            leftSection={<IconRotate size={18} aria-hidden />}
            onClick={() => void tell(() => reopenGoal(goal))}
          >
            Reopen
          </MenuItem>
        ) : (
          <MenuItem
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => void tell(() => congratulate(goal))}
          >
            Complete Goal
          </MenuItem>
        )}
        {!completed && (
          <MenuItem
            leftSection={
              isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />
            }
            onClick={() => void tell(() => (isPaused ? resumeGoal(goal) : pauseGoal(goal)))}
          >
            {isPaused ? 'Resume Goal' : 'Pause Goal'}
          </MenuItem>
        )}
        <MenuItem leftSection={<IconUsers size={18} aria-hidden />} onClick={() => setSharing(true)}>
          Share
        </MenuItem>
        {!completed && (
          <MenuItem leftSection={<IconNfc size={18} aria-hidden />} onClick={() => setPressing(true)}>
            Press from anywhere
          </MenuItem>
        )}
        {place && <MoveItems {...place} />}
        <MenuDivider />
        <MenuItem leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </DotsMenu>
      {hasPressed && <PressDialog goal={goal} opened={pressing} onClose={() => setPressing(false)} />}
      <LaterShareGoal goal={goal} opened={sharing} onClose={() => setSharing(false)} />
      <ConfirmModal
        opened={deleting}
        title="Delete this goal?"
        confirm="Delete"
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        “{goal.title}”, its logs and its notes disappear from your lists.
        {config.is_free ? '' : ' You don’t get the tokens back.'}
      </ConfirmModal>
    </>
  )
}

async function tell(action: () => Promise<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (!askForTokens(error, () => void tell(action))) toast.error(messageOf(error))
  }
}

/** Creates the same goal without its progress. Costs one use, as every goal does (D-48). */
function duplicateGoal(goal: Goal, making: { current: Making }): Promise<Goal> {
  const input = inputOf(goal)
  return createGoal({ ...input, list: input.list?.map(item => ({ ...item, done: 0 as const })) }, making)
}
