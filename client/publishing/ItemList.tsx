import { Anchor, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Item } from '../../domain/publishing/item.ts'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { RichText } from '../ui/text/RichText.tsx'

/** A page of items, each with a link to its own (PUB-010, PUB-045). */
export function ItemList({ items }: { items: readonly Item[] }) {
  return (
    <>
      {pageOf(items).map(({ id, title, path, content, is_cut }) => (
        <article key={id} style={{ marginBottom: '2rem' }}>
          <Title order={2} size="h3">
            <Anchor component={Link} to={path} inherit>
              {title}
            </Anchor>
          </Title>
          <RichText html={content} />
          {is_cut === 1 && (
            <Anchor component={Link} to={path}>
              Read More
            </Anchor>
          )}
        </article>
      ))}
      <Pager rows={items} />
    </>
  )
}
