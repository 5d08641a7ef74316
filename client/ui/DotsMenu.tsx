import { Menu } from '@mantine/core'
import type { Icon as IconComponent } from '@tabler/icons-react'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './DotsMenu.module.css'
import { IconButton } from './IconButton.tsx'

interface Props {
  /** The name of the button, for screen readers. */
  label: string
  className?: string | undefined
  ref?: RefObject<HTMLButtonElement | null> | undefined
  icon?: IconComponent
  /** Draws a frame around the dots. */
  framed?: boolean
  width?: number
  'data-tour'?: string
  /** The items. */
  children: ReactNode
}

/** The menu behind three dots. It mounts when it is first opened, because a list may have hundreds of menus. */
export function DotsMenu({ ref, icon = IconDots, width = 220, children, ...props }: Props) {
  const [isMade, setIsMade] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const target = ref ?? own
  useEffect(() => {
    if (!isMade) return
    // When the menu closes, it returns the focus to the element that has it now.
    target.current?.focus({ preventScroll: true })
    setIsOpen(true)
  }, [isMade, target])
  const button = { ref: target, icon, ...props }
  if (!isMade)
    return <IconButton {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsMade(true)} />
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" width={width} classNames={{ item: classes.item }}>
      <Menu.Target>
        <IconButton {...button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
