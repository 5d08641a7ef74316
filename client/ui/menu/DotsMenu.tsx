import type { Icon as IconComponent } from '@tabler/icons-react'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { late } from '../loading/late.tsx'
import type { OpenMenuProps } from './OpenMenu.tsx'

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
  /** The items: `MenuItem` and `MenuDivider`. */
  children: ReactNode
}

const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const

export const OpenMenu = late<OpenMenuProps>(
  async () => (await import('./OpenMenu.tsx')).OpenMenu,
  ({ button }, ask) => <IconButton {...button} {...CLOSED} autoFocus onClick={ask} />
)

/** The menu behind three dots. It mounts when it is first opened, because a list may have hundreds of menus. */
export function DotsMenu({ ref, icon = IconDots, width = 220, children, ...props }: Props) {
  const [isMade, setIsMade] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  const button = { ref: ref ?? own, icon, ...props }
  if (!isMade) return <IconButton {...button} {...CLOSED} onClick={() => setIsMade(true)} />
  return (
    <OpenMenu button={button} width={width}>
      {children}
    </OpenMenu>
  )
}
