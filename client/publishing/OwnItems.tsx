import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../domain/publishing/item.ts'
import { toastError } from '../ui/ActionButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { pageOf } from '../ui/Pager.tsx'
import { SortableList, SortableRow } from '../ui/rows/SortableList.tsx'
import { OwnItemCard } from './ItemCard.tsx'
import classes from './publishing.module.css'
import { moveItem } from './publishing.ts'
import { StatusButton } from './StatusButton.tsx'
import type { Writer } from './writing/ItemForm.tsx'

interface Props {
  /** One more than fits on the page if there is a next page. */
  items: readonly Item[]
  /** The number of the page, from 1. */
  number: number
  /** Loads another page of the items. */
  load: (number: number) => Promise<readonly Item[]>
  writer: Writer
}

/** The items of a page for their owner, who can edit and reorder them (PUB-038..PUB-044). */
export function OwnItems({ items, number, load, writer }: Props) {
  const [said, setSaid] = useState('')
  const shown = pageOf(items)
  const hasNext = items.length > shown.length
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ button: HTMLElement; at: number } | null>(null)
  // Keeps the focus on the arrow, so that it can be pressed again after the item has moved in the document. If the item
  // has left the page, focuses the item in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each new order.
  useLayoutEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    const { button, at } = pressed.current
    if (button.isConnected) return button.focus()
    pressed.current = null
    const cards = box.current?.querySelectorAll('article') ?? []
    cards[Math.min(at, cards.length - 1)]?.querySelector('button')?.focus()
  }, [items])

  /** The new position depends on the new neighbours. At an end of the page they are on another page. */
  async function moveTo(from: number, to: number, button: HTMLElement | null = null): Promise<void> {
    const before = to <= 0 && number > 1 ? pageOf(await load(number - 1)) : []
    const after = to >= shown.length && hasNext ? await load(number + 1) : items.slice(shown.length)
    const leaves = to < 0 ? 'is on the previous page.' : to >= shown.length ? 'is on the next page.' : null
    pressed.current = button && { button, at: from }
    const place = leaves ?? `is at place ${to + 1} of ${shown.length}.`
    // After a drag the sortable list announces the position itself.
    setSaid(button ? `${shown[from]?.title} ${place}` : '')
    await moveItem([...before, ...shown, ...after], before.length + from, before.length + to, leaves !== null)
  }

  function move(from: number, to: number, button?: HTMLElement): void {
    moveTo(from, to, button).catch(toastError)
  }

  return (
    <div ref={box} className={classes.own}>
      <SortableList
        items={shown.map(item => ({ ...item, uuid: String(item.id) }))}
        nameOf={({ title }) => title}
        label="Items"
        onMove={move}
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
                      can={at > 0 || number > 1}
                      onMove={button => move(at, at - 1, button)}
                    />
                    <MoveButton
                      way="down"
                      title={item.title}
                      can={at < items.length - 1}
                      onMove={button => move(at, at + 1, button)}
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

/** At the end of the list it does nothing, but stays enabled, because a disabled button would lose the focus. */
function MoveButton({ way, title, can, onMove }: MoveProps) {
  return (
    <IconButton
      icon={way === 'up' ? IconArrowUp : IconArrowDown}
      aria-disabled={!can || undefined}
      label={`Move ${title} ${way}`}
      onClick={({ currentTarget }) => can && onMove(currentTarget)}
    />
  )
}
