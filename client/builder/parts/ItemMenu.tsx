import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useRef } from 'react'
import { uuidsIn, withNewUuids } from '../../../domain/activities/copy-plan.ts'
import type { Part, Task } from '../../../domain/activities/plan.ts'
import { addItem, moveItem, removeItem } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { removeAndFocus } from '../../ui/rows/add-and-focus.ts'
import { useBuilderStore } from '../builder.ts'
import { offerUndo } from '../offer-undo.ts'
import { MoveMenu } from './MoveMenu.tsx'

interface Props {
  groupUuid: string
  uuid: string
  index: number
  name: string
}

/** Moves a row without dragging, copies it, or removes it with an offer to undo. */
export function ItemMenu({ groupUuid, uuid, index, name }: Props) {
  const { get } = useBuilderStore()
  const { plan } = get()
  const button = useRef<HTMLButtonElement>(null)

  function duplicate(): void {
    const { parts, tasks } = get().form
    const items = [...parts, ...tasks].flatMap((group): readonly (Part | Task)[] => group.parts)
    const item = items.find(one => one.uuid === uuid)
    if (!item) return
    const copy = withNewUuids(item, uuidsIn(item).map(randomUuid))
    plan(before => addItem(before, groupUuid, copy, uuid))
  }

  function remove(): void {
    removeAndFocus(() => plan(now => removeItem(now, uuid)), button.current?.closest('ol') ?? null, index)
    offerUndo(get(), name)
  }

  return (
    <MoveMenu
      ref={button}
      name={name}
      width={200}
      index={index}
      countIn={({ parts, tasks }) => [...parts, ...tasks].find(one => one.uuid === groupUuid)?.parts.length ?? 0}
      onMove={to => plan(before => moveItem(before, groupUuid, index, to))}
    >
      <MenuItem leftSection={<IconCopy size={18} />} onClick={duplicate}>
        Duplicate
      </MenuItem>
      <MenuItem leftSection={<IconTrash size={18} />} onClick={remove}>
        Remove
      </MenuItem>
    </MoveMenu>
  )
}
