import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon as IconComponent } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The name of the button, for screen readers. */
  label: string
  icon: IconComponent
}

/** A button that shows only an icon. */
export function IconButton({ label, icon: Icon, ...props }: Props) {
  return (
    <ActionIcon color="gray" {...props} aria-label={label}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}
