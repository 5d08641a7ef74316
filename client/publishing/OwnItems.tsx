import { ActionIcon } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../domain/publishing/item.ts'
import { pageOf } from '../ui/Pager.tsx'
import { SortableList, SortableRow } from '../ui/SortableList.tsx'
import { OwnItemCard } from './ItemCard.tsx'
import classes from './publishing.module.css'
import { moveItem } from './publishing.ts'
import { StatusButton } from './StatusButton.tsx'
import type { Writer } from './writing/ItemForm.tsx'

interface Props {
  /** One more than are shown when there is a next page. */
  items: readonly Item[]
  /** There are others above these. */
  isLaterPage: boolean
  writer: Writer
}

/** The items of a page for their owner, who edits and orders them (PUB-038..PUB-044). */
export function OwnItems({ items, isLaterPage, writer }: Props) {
  const [said, setSaid] = useState('')
  const shown = pageOf(items)
  const pressed = useRef<HTMLElement | null>(null)
  // Whoever moves an item by its arrows may press them again, though the item has moved in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order.
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [items])
  // What comes before the first of a later page is not known here.
  const first = isLaterPage ? 1 : 0

  function moveTo(from: number, wanted: number, button: HTMLElement | null = null): void {
    const to = Math.max(wanted, first)
    if (from === to) return
    pressed.current = button
    void moveItem(items, from, to)
    setSaid(`${items[from]?.title} is at place ${to + 1} of ${items.length}.`)
  }

  return (
    <div className={classes.own}>
      <SortableList
        items={shown.map(item => ({ ...item, uuid: String(item.id) }))}
        nameOf={({ title }) => title}
        label="Items"
        onMove={(from, to) => moveTo(from, to)}
      >
        {(item, at) => (
          <SortableRow key={item.id} uuid={item.uuid} name={item.title}>
            {handle => (
              <OwnItemCard
                item={item}
                writer={writer}
                tools={
                  <>
                    {handle}
                    <MoveButton
                      way="up"
                      title={item.title}
                      can={at > first}
                      onMove={button => moveTo(at, at - 1, button)}
                    />
                    <MoveButton
                      way="down"
                      title={item.title}
                      can={at < items.length - 1}
                      onMove={button => moveTo(at, at + 1, button)}
                    />
                    <StatusButton item={item} />
                  </>
                }
              />
            )}
          </SortableRow>
        )}
      </SortableList>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </div>
  )
}

interface MoveProps {
  way: 'up' | 'down'
  title: string
  can: boolean
  onMove: (button: HTMLElement) => void
}

/** At the end it does nothing, and keeps the focus, which a disabled one would lose. */
function MoveButton({ way, title, can, onMove }: MoveProps) {
  return (
    <ActionIcon
      color="gray"
      aria-disabled={!can || undefined}
      aria-label={`Move ${title} ${way}`}
      onClick={({ currentTarget }) => can && onMove(currentTarget)}
    >
      {way === 'up' ? <IconArrowUp size={20} aria-hidden /> : <IconArrowDown size={20} aria-hidden />}
    </ActionIcon>
  )
}
