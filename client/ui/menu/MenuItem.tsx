import type { Menu } from '@mantine/core'
import { createContext, use } from 'react'

/** Mantine's menu, whose code loads after the first view. Null outside of an open menu. */
export const OpenedMenu = createContext<typeof Menu | null>(null)

/** An item of a `DotsMenu`. */
export const MenuItem = ((props: object) => {
  const menu = use(OpenedMenu)
  return menu && <menu.Item {...props} />
}) as typeof Menu.Item

/** A line between the items of a `DotsMenu`. */
export function MenuDivider() {
  const menu = use(OpenedMenu)
  return menu && <menu.Divider />
}
