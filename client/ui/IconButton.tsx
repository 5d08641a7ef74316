import type { Icon as IconComponent } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { BusyButton } from './BusyButton.tsx'
import classes from './IconButton.module.css'

interface Props extends ComponentPropsWithRef<'button'> {
  /** The name of the button, for screen readers. */
  label: string
  icon: IconComponent
  /** Draws a frame around the icon. */
  framed?: boolean
}

/** A button that shows only an icon. A list may have hundreds, so it does without Mantine's ActionIcon. */
export function IconButton({ label, icon: Icon, framed, className = '', ...props }: Props) {
  return (
    <BusyButton
      {...props}
      className={`${classes.button} ${className}`}
      data-framed={framed || undefined}
      aria-label={label}
    >
      <Icon size={20} aria-hidden />
    </BusyButton>
  )
}
