import { ActionIcon } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { type Item, ItemStatus } from '../../domain/publishing/item.ts'
import { toggleStatus } from './publishing.ts'

/** An eye that shows whether an item is published, and toggles it (PUB-049..PUB-051). */
export function StatusButton({ item }: { item: Item }) {
  const isPublished = item.status === ItemStatus.Published
  const title = isPublished ? 'Published' : item.is_taken_down ? 'Taken down by a site admin' : 'Unpublished'
  return (
    <ActionIcon
      color="gray"
      title={title}
      aria-label={`${isPublished ? 'Unpublish' : 'Publish'} ${item.title}`}
      onClick={() => void toggleStatus(item)}
    >
      {isPublished ? <IconEye size={20} aria-hidden /> : <IconEyeOff size={20} aria-hidden />}
    </ActionIcon>
  )
}
