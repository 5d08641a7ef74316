import { Card, type CardProps, type MantineSpacing, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends CardProps {
  /** The id of the heading, which names the section. */
  id: string
  title: string
  size?: 'h3'
  /** The space below the heading. */
  space?: MantineSpacing
  children: ReactNode
}

/** A section of a page, on a card with a heading. */
export function Panel({ id, title, size, space = 'md', children, ...props }: Props) {
  return (
    <Card component="section" aria-labelledby={id} {...props}>
      <Title order={2} size={size} id={id} mb={space}>
        {title}
      </Title>
      {children}
    </Card>
  )
}
