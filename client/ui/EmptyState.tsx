import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface Props {
  /** Says what is missing: "You haven't created any lists yet." */
  text: ReactNode
  icon?: ReactNode
  /** A button or links for the next step. */
  children?: ReactNode
}

export function EmptyState({ text, icon, children }: Props) {
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Text size="lg" maw="34rem">
        {text}
      </Text>
      {children && <div className={classes.next}>{children}</div>}
    </div>
  )
}
