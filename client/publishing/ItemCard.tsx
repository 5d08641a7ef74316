import { Title } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ReactNode, useState } from 'react'
import type { Item } from '../../domain/publishing/item.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import { ReadMore } from '../ui/text/ReadMore.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { ItemMeta } from './ItemMeta.tsx'
import classes from './publishing.module.css'
import type { Writer } from './writing/ItemForm.tsx'

const EditItem = late(async () => (await import('./writing/EditItem.tsx')).EditItem, <Loading />)

/** An item in a list, for readers (PUB-010, PUB-029..PUB-031). */
export function ItemCard({ item, tools }: { item: Item; tools?: ReactNode }) {
  const { title, path, content, is_cut } = item
  return (
    <article className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.who}>
          <Title order={2} size="h3">
            <TextLink to={path} inherit dir="auto">
              {title}
            </TextLink>
          </Title>
          <ItemMeta item={item} />
        </div>
        {tools}
      </div>
      <ReadMore about={title}>
        <RichText html={content} />
        {is_cut === 1 && <TextLink to={path}>Keep reading</TextLink>}
      </ReadMore>
    </article>
  )
}

interface OwnProps {
  item: Item
  writer: Writer
  /** Shown beside the edit button. */
  tools: ReactNode
}

/** An item in a list, for its owner, who can edit it in place (PUB-032, PUB-033, PUB-044). */
export function OwnItemCard({ item, writer, tools }: OwnProps) {
  const [isEditing, setIsEditing] = useState(false)
  if (!isEditing) {
    return (
      <ItemCard
        item={item}
        tools={
          <div className={classes.tools}>
            {tools}
            <IconButton icon={IconPencil} label={`Edit ${item.title}`} onClick={() => setIsEditing(true)} />
          </div>
        }
      />
    )
  }
  return (
    <article className={classes.card} aria-label={item.title}>
      <div className={classes.close}>
        <IconButton icon={IconX} label={`Close the form of ${item.title}`} onClick={() => setIsEditing(false)} />
      </div>
      <EditItem item={item} writer={writer} onSaved={() => setIsEditing(false)} onDeleted={() => setIsEditing(false)} />
    </article>
  )
}
