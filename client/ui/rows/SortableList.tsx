import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy
} from '@dnd-kit/sortable'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { type ReactNode, useMemo } from 'react'
import { IconButton } from '../IconButton.tsx'
import classes from './SortableList.module.css'

interface Item {
  uuid: string
}

interface Props<I extends Item> {
  items: readonly I[]
  /** The name of a row, such as "Warm up", for screen readers and the handle. */
  nameOf: (item: I, index: number) => string
  onMove: (from: number, to: number) => void
  label: string
  /** Shows the rows in a frame that scrolls. */
  long?: boolean
  /** Renders a `SortableRow` with the item's uuid as its key. */
  children: (item: I, index: number) => ReactNode
}

// Constants, because new objects would re-render all rows with each key press.
const POINTER = { activationConstraint: { distance: 4 } }
// Scrolls at once, because an interrupted smooth scroll would leave the row half-way to its place.
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' } as const
const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

/** Rows that people drag by the handle, or move with space and the arrow keys. */
export function SortableList<I extends Item>({ items, nameOf, onMove, label, long, children }: Props<I>) {
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD))
  const all = items.map(item => item.uuid).join()
  const uuids = useMemo(() => (all === '' ? [] : all.split(',')), [all])
  const placeOf = (uuid: unknown): number => items.findIndex(item => item.uuid === uuid)
  const name = (uuid: unknown): string => {
    const place = placeOf(uuid)
    const item = items[place]
    return item ? nameOf(item, place) : ''
  }

  function drop({ active, over }: DragEndEvent): void {
    if (over && active.id !== over.id) onMove(placeOf(active.id), placeOf(over.id))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={UP_AND_DOWN}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable: 'Press space to pick up, the arrow keys to move, space to drop, escape to cancel.'
        },
        announcements: {
          onDragStart: ({ active }) =>
            `${name(active.id)} picked up, place ${placeOf(active.id) + 1} of ${items.length}.`,
          onDragOver: ({ active, over }) =>
            over ? `${name(active.id)} is over place ${placeOf(over.id) + 1} of ${items.length}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${name(active.id)} dropped at place ${placeOf(over.id) + 1}.` : `${name(active.id)} dropped.`,
          onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`
        }
      }}
    >
      <SortableContext items={uuids} strategy={verticalListSortingStrategy}>
        <ol className={classes.list} aria-label={label} data-long={long || undefined}>
          {items.map(children)}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

interface RowProps {
  uuid: string
  name: string
  children: (handle: ReactNode) => ReactNode
}

export function SortableRow({ uuid, name, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: uuid
  })
  // Each new row re-renders this component in all rows, but not what is in them.
  const content = useMemo(
    () =>
      children(
        <IconButton
          icon={IconGripVertical}
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...attributes}
          {...listeners}
          label={`Drag ${name}`}
        />
      ),
    [children, setActivatorNodeRef, attributes, listeners, name]
  )
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-row
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      {content}
    </li>
  )
}
