import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { memo, useState } from 'react'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { moveGroup, removeGroup, setGroup } from '../../../domain/activities/plan-edit.ts'
import { isSame } from '../../../domain/lib/edits/carry-over.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { RowInput } from '../../ui/forms/RowInput.tsx'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { useWholeRow } from '../../ui/rows/add-and-focus.ts'
import classes from '../Builder.module.css'
import { useBuilderStore } from '../builder.ts'
import { FoldButton } from './FoldButton.tsx'
import { GroupOptions } from './GroupOptions.tsx'
import { MoveMenu } from './MoveMenu.tsx'

interface Props {
  group: PartGroup | TaskGroup
  index: number
  open: boolean
  /** The id of the rows that it folds. */
  controls: string
  onFold: () => void
}

/**
 * The name, menu and options of a group of parts or goals. A new row renders none of it again. In a new group, all but the
 * name follows after the next paint.
 */
export const GroupHead = memo(
  Head,
  (before, now) =>
    before.open === now.open && before.index === now.index && isSame(withoutRows(before.group), withoutRows(now.group))
)

const withoutRows = (group: Props['group']) => ({ ...group, parts: null })

function Head({ group, index, open, controls, onFold }: Props) {
  const { plan } = useBuilderStore().get()
  const isWhole = useWholeRow()
  const isParts = group.type === 'part'
  const name = group.title || `${isParts ? 'Part' : 'Goal'} group ${index + 1}`
  return (
    <div className={classes.groupHead}>
      <RowInput
        className={classes.groupTitle}
        label="Group name"
        aria-label={`Group name of ${isParts ? 'part' : 'goal'} group ${index + 1}`}
        placeholder="Optional"
        maxLength={255}
        value={group.title}
        onChange={event => {
          const title = event.currentTarget.value
          plan(before => setGroup(before, group.uuid, { title }))
        }}
      />
      <div className={classes.rowButtons}>
        {isWhole && (
          <>
            <FoldButton label={`Rows of ${name}`} isOpen={open} controls={controls} onClick={onFold} />
            <GroupMenu group={group} index={index} name={name} />
          </>
        )}
      </div>
      {open && (
        <div className={classes.groupOptions}>
          {isWhole && <GroupOptions group={group} name={name} path={`${isParts ? 'parts' : 'tasks'}.${index}`} />}
        </div>
      )}
    </div>
  )
}

/** Moves a group, or removes it. Asks first if the group has rows. */
function GroupMenu({ group, index, name }: Pick<Props, 'group' | 'index'> & { name: string }) {
  const { get } = useBuilderStore()
  const { plan } = get()
  const [asking, setAsking] = useState(false)
  const list = group.type === 'part' ? 'parts' : 'tasks'
  const hasRows = () => get().form[list].some(({ uuid, parts }) => uuid === group.uuid && parts.length > 0)
  const remove = (): void => plan(before => removeGroup(before, group.uuid))
  return (
    <>
      <MoveMenu
        name={name}
        width={220}
        index={index}
        countIn={form => form[list].length}
        onMove={to => plan(before => moveGroup(before, list, index, to))}
      >
        <MenuItem leftSection={<IconTrash size={18} />} onClick={() => (hasRows() ? setAsking(true) : remove())}>
          Remove group
        </MenuItem>
      </MoveMenu>
      <ConfirmModal
        opened={asking}
        title={`Remove ${name}?`}
        confirm="Remove"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        This removes everything in it too.
      </ConfirmModal>
    </>
  )
}
