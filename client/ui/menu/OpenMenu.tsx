import { Menu } from '@mantine/core'
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'
import { useRefocused } from '../focus.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './DotsMenu.module.css'
import { OpenedMenu } from './MenuItem.tsx'

export interface OpenMenuProps {
  button: ComponentProps<typeof IconButton> & { ref: RefObject<HTMLButtonElement | null> }
  width: number
  /** The items. */
  children: ReactNode
}

/** A menu with no room below or above its button covers the button instead of leaving the screen. */
const IN_VIEW = { flip: true, shift: { crossAxis: true, padding: 8 } }

/** A menu that opens when it mounts. */
export function OpenMenu({ button, width, children }: OpenMenuProps) {
  const [isOpen, setIsOpen] = useState(true)
  const mayOpen = useRefocused(button.ref)
  return (
    <OpenedMenu value={Menu}>
      <Menu
        opened={isOpen && mayOpen}
        onChange={setIsOpen}
        position="bottom-end"
        middlewares={IN_VIEW}
        width={width}
        classNames={{ dropdown: classes.dropdown, item: classes.item }}
      >
        <Menu.Target>
          <IconButton {...button} />
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </OpenedMenu>
  )
}
