import { Button, Card } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type ReactNode, useRef } from 'react'
import { newPart, newTask } from '../../../domain/activities/new-items.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { addItem, moveItem } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { addAndFocus } from '../../ui/add-and-focus.ts'
import { useBuilderStore } from '../builder.ts'
import { GroupHead } from './GroupHead.tsx'
import { SortableList } from './SortableList.tsx'

interface Props<Group extends PartGroup | TaskGroup> {
  group: Group
  index: number
  /** A row; `path` is where its errors are. */
  children: (item: Group['parts'][number], at: number, path: string) => ReactNode
}

/** A group of events or goals: its settings, its rows, and one more. */
export function GroupCard<Group extends PartGroup | TaskGroup>({ group, index, children }: Props<Group>) {
  const { plan } = useBuilderStore().get()
  const card = useRef<HTMLDivElement>(null)
  const isParts = group.type === 'part'
  const noun = isParts ? 'Event' : 'Goal'
  const items: readonly Group['parts'][number][] = group.parts

  function add(): void {
    const item = isParts ? newPart(randomUuid()) : newTask(randomUuid(), randomUuid())
    plan(before => addItem(before, group.uuid, item))
  }

  return (
    <Card ref={card} mb="md">
      <GroupHead group={group} index={index} />
      <SortableList
        items={items}
        label={group.title || `${noun} group ${index + 1}`}
        nameOf={(item, at) => item.title || `${noun} ${at + 1}`}
        onMove={(from, to) => plan(before => moveItem(before, group.uuid, from, to))}
      >
        {(item, at) => children(item, at, `${isParts ? 'parts' : 'tasks'}.${index}.parts.${at}`)}
      </SortableList>
      <Button
        mt="md"
        variant="light"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addAndFocus(add, card.current, '[data-row]')}
      >
        {isParts ? 'Add an event' : 'Add a goal'}
      </Button>
    </Card>
  )
}
