import type { Menu } from '@mantine/core'
import { createContext, type ReactNode, use, useId } from 'react'
import classes from './DotsMenu.module.css'

/** Mantine's menu, whose code loads after the first view. Null outside of an open menu. */
export const OpenedMenu = createContext<typeof Menu | null>(null)

/** An item of a `DotsMenu`. */
export const MenuItem = ((props: object) => {
  const menu = use(OpenedMenu)
  return menu && <menu.Item {...props} />
}) as typeof Menu.Item

interface NotedProps {
  label: string
  /** What it does, in a few words. */
  note: string
  icon: ReactNode
  onClick: () => void
}

/** An item with a note below its label, for items that are easily confused. */
export function NotedItem({ label, note, icon, onClick }: NotedProps) {
  const id = useId()
  return (
    <MenuItem aria-label={label} aria-describedby={id} leftSection={icon} onClick={onClick}>
      {label}
      <small id={id} className={classes.note}>
        {note}
      </small>
    </MenuItem>
  )
}

/** A line between the items of a `DotsMenu`. */
export function MenuDivider() {
  const menu = use(OpenedMenu)
  return menu && <menu.Divider />
}
