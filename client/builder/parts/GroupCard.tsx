import { Button, Card, Text } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newPart, newTask } from '../../../domain/activities/new-items.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { addItem, moveItem } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { addAndFocus } from '../../ui/rows/add-and-focus.ts'
import { SortableList } from '../../ui/rows/SortableList.tsx'
import { hasErrors, useBuilder, useBuilderStore } from '../builder.ts'
import { GroupHead } from './GroupHead.tsx'

interface Props<Group extends PartGroup | TaskGroup> {
  group: Group
  index: number
  /** The summary of a folded group, such as "3 parts, 45 min". */
  summary: string
  /** Renders a row. Its errors are below `path`. */
  children: (item: Group['parts'][number], at: number, path: string) => ReactNode
}

/** The DOM event that asks the group around a row to unfold. */
export const UNFOLD = 'unfold'

/** More rows than this scroll in their own frame, so that the content around them stays near. */
const LONG = 12

/** A group of parts or goals: its settings, its rows, and a button that adds a row. A group with errors stays open. */
export function GroupCard<Group extends PartGroup | TaskGroup>({ group, index, summary, children }: Props<Group>) {
  const { plan } = useBuilderStore().get()
  const card = useRef<HTMLDivElement>(null)
  const isParts = group.type === 'part'
  const noun = isParts ? 'Part' : 'Goal'
  const items: readonly Group['parts'][number][] = group.parts
  const path = `${isParts ? 'parts' : 'tasks'}.${index}`
  const [folded, setFolded] = useState(false)
  const isWrong = useBuilder(({ errors, typed }) => folded && (hasErrors(errors, path) || isHalfTyped(typed, group)))
  const open = !folded || isWrong
  const rows = useId()

  useEffect(() => {
    const around = card.current
    const unfold = () => flushSync(() => setFolded(false))
    around?.addEventListener(UNFOLD, unfold)
    return () => around?.removeEventListener(UNFOLD, unfold)
  }, [])

  return (
    <Card ref={card} mb="md">
      <GroupHead group={group} index={index} open={open} controls={rows} onFold={() => setFolded(open)} />
      {!open && <Text c="dimmed">{summary}</Text>}
      <div id={rows} hidden={!open}>
        <SortableList
          items={items}
          label={group.title || `${noun} group ${index + 1}`}
          long={items.length > LONG}
          nameOf={(item, at) => item.title || `${noun} ${at + 1}`}
          onMove={(from, to) => plan(before => moveItem(before, group.uuid, from, to))}
        >
          {(item, at) => children(item, at, `${path}.parts.${at}`)}
        </SortableList>
        <AddRow groupUuid={group.uuid} isParts={isParts} card={card} />
      </div>
    </Card>
  )
}

interface AddProps {
  groupUuid: string
  isParts: boolean
  card: RefObject<HTMLElement | null>
}

const AddRow = memo(function AddRow({ groupUuid, isParts, card }: AddProps) {
  const { plan } = useBuilderStore().get()

  function add(): void {
    const item = isParts ? newPart(randomUuid()) : newTask(randomUuid(), randomUuid())
    plan(before => addItem(before, groupUuid, item))
  }

  return (
    <Button
      mt="md"
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => addAndFocus(add, card.current, '[data-row]')}
    >
      {isParts ? 'Add a part' : 'Add a goal'}
    </Button>
  )
})

/** Whether one of the group's fields has an unreadable text. The key of a text begins with the uuid of its owner. */
function isHalfTyped(typed: Record<string, string>, group: PartGroup | TaskGroup): boolean {
  const keys = Object.keys(typed)
  if (keys.length === 0) return false
  const all = JSON.stringify(group)
  return keys.some(key => all.includes(key.split(' ')[0] ?? key))
}
