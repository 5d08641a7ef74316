import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { type Item, ItemStatus } from '../../domain/publishing/item.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { toggleStatus } from './publishing.ts'

/** An eye that shows whether an item is published, and toggles it (PUB-049..PUB-051). */
export function StatusButton({ item }: { item: Item }) {
  const isPublished = item.status === ItemStatus.Published
  const title = isPublished ? 'Published' : item.is_taken_down ? 'Taken down by a site admin' : 'Unpublished'
  return (
    <IconButton
      icon={isPublished ? IconEye : IconEyeOff}
      title={title}
      label={`${isPublished ? 'Unpublish' : 'Publish'} ${item.title}`}
      onClick={() => void toggleStatus(item)}
    />
  )
}
