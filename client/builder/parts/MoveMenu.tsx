import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import type { ReactNode, RefObject } from 'react'
import { DotsMenu } from '../../ui/menu/DotsMenu.tsx'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { useBuilder } from '../builder.ts'
import type { Form } from '../form.ts'

interface Props {
  /** The button that opens the menu. */
  ref?: RefObject<HTMLButtonElement | null>
  name: string
  width: number
  index: number
  /** The number of rows, which the menu reads while it is open, so that a new row does not re-render all others. */
  countIn: (form: Form) => number
  onMove: (to: number) => void
  /** Further items. */
  children: ReactNode
}

/** The menu of a row or group: moves it without dragging. */
export function MoveMenu({ ref, name, width, children, ...moves }: Props) {
  return (
    <DotsMenu icon={IconDotsVertical} ref={ref} label={`Menu of ${name}`} width={width}>
      <Moves {...moves} />
      {children}
    </DotsMenu>
  )
}

function Moves({ index, countIn, onMove }: Pick<Props, 'index' | 'countIn' | 'onMove'>) {
  const isLast = useBuilder(({ form }) => index === countIn(form) - 1)
  return (
    <>
      <MenuItem leftSection={<IconArrowUp size={18} />} disabled={index === 0} onClick={() => onMove(index - 1)}>
        Move up
      </MenuItem>
      <MenuItem leftSection={<IconArrowDown size={18} />} disabled={isLast} onClick={() => onMove(index + 1)}>
        Move down
      </MenuItem>
    </>
  )
}
