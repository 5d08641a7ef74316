import { ActionIcon, Menu } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { uuidsIn, withNewUuids } from '../../../domain/activities/copy-plan.ts'
import type { Part, Plan, Task } from '../../../domain/activities/plan.ts'
import { addItem, moveItem, removeItem } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { toast } from '../../ui/toast.tsx'
import { useBuilder } from '../builder.ts'

interface Props {
  group: { uuid: string; parts: readonly (Part | Task)[] }
  uuid: string
  index: number
  name: string
}

/** Moving without dragging, copying, and removing, which can be taken back. */
export function ItemMenu({ group, uuid, index, name }: Props) {
  const { form, plan } = useBuilder()

  function duplicate(): void {
    const item = group.parts[index]
    if (!item) return
    const copy = withNewUuids(item, uuidsIn(item).map(randomUuid))
    plan(before => addItem(before, group.uuid, copy, uuid))
  }

  function remove(): void {
    const before: Pick<Plan, 'parts' | 'tasks'> = { parts: form.parts, tasks: form.tasks }
    plan(now => removeItem(now, uuid))
    const id = toast.help(`Removed ${name}. `, {
      action: {
        label: 'Undo',
        run: () => {
          plan(now => ({ ...now, ...before }))
          toast.hide(id)
        }
      }
    })
  }

  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={`Menu of ${name}`} color="gray">
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={18} />}
          disabled={index === 0}
          onClick={() => plan(before => moveItem(before, group.uuid, index, index - 1))}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={18} />}
          disabled={index === group.parts.length - 1}
          onClick={() => plan(before => moveItem(before, group.uuid, index, index + 1))}
        >
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} />} onClick={duplicate}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={remove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
