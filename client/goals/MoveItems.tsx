import IconArrowBarToUp from '@tabler/icons-react/dist/esm/icons/IconArrowBarToUp.mjs'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { MenuItem } from '../ui/menu/MenuItem.tsx'

/** The position among the person's open goals, counted from 0. */
export interface Place {
  at: number
  of: number
  /** Moves the goal down by so many places, or up if negative. */
  move: (by: number) => void
}

export function MoveItems({ at, of, move }: Place) {
  const isFirst = at === 0
  return (
    <>
      {!isFirst && (
        <MenuItem leftSection={<IconArrowUp size={18} aria-hidden />} onClick={() => move(-1)}>
          Move up
        </MenuItem>
      )}
      {at < of - 1 && (
        <MenuItem leftSection={<IconArrowDown size={18} aria-hidden />} onClick={() => move(1)}>
          Move down
        </MenuItem>
      )}
      {!isFirst && (
        <MenuItem leftSection={<IconArrowBarToUp size={18} aria-hidden />} onClick={() => move(-at)}>
          Move to the top
        </MenuItem>
      )}
    </>
  )
}
