import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { ListedBook } from '../../domain/publishing/api.ts'

/** The books of a person, each a link to its page (PUB-009). */
export function BookLinks({ books }: { books: readonly ListedBook[] }) {
  if (books.length === 0) return null
  return (
    <Group component="nav" aria-label="Groups" mb="lg">
      {books.map(({ id, title, path }) => (
        <Anchor key={id} component={Link} to={path}>
          {title}
        </Anchor>
      ))}
    </Group>
  )
}
